import { expect } from "vitest";
import { answers, call, documents, freshNumber, post, type SignedIn, randomDigits } from "./api";

/** Returns unique numbers that must not be found in plain text. */
export const planted = () => ({
  ninNumber: randomDigits(11),
  bvnNumber: randomDigits(11),
  accountNumber: randomDigits(10),
});

export async function submitWith(user: SignedIn, numbers: ReturnType<typeof planted>) {
  const text = await post("/api/verification", { ...answers(freshNumber()), ...numbers }, user.token);
  expect(text.status).toBe(200);
  const sent = await call("POST", "/api/verification/documents", {
    form: await documents(),
    token: user.token,
  });
  expect(sent.status).toBe(200);
}
