import { type Page } from "../test";
import { fileInput } from "../company";
import { openAccount } from "../own-account";
import { fillAnswers } from "../support";

/** Validation of a file when it is chosen, before the upload (product 5.1). */
export async function atDocuments(page: Page, base: string): Promise<{ uploads: () => number }> {
  const { email } = await openAccount(page, base, "startup");
  await fillAnswers(page, email, { startup: true });
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/draft/files/")) count += 1;
  });
  return { uploads: () => count };
}

export const choose = (page: Page, field: string, name: string, mimeType: string, buffer: Buffer) =>
  fileInput(page, field).setInputFiles({ name, mimeType, buffer });
