import { randomInt } from "node:crypto";
import { type Page } from "../../test";
import { account, call, submitIndividual } from "../../rest";

/** A returning fraudster: flagged, compared, decided once (product 10.20). */
export const digits = (length: number) => Array.from({ length }, () => String(1 + randomInt(9))).join("");

export const sideways = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth);

export async function applicant(base: string, name: string, changes: Parameters<typeof submitIndividual>[2]) {
  const user = await account(base, "personal");
  await call(base, "PUT", "/api/auth/updateMe", user.token, { name, phone: `80${digits(8)}` });
  await submitIndividual(base, user, changes);
  return user;
}
