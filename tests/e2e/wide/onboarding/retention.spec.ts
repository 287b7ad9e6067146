import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { next } from "../../company";
import { query, serverEnv } from "../../database";
import { account, reject, submitIndividual, userOf } from "../../rest";
import { PASSWORD, chooseDocuments, logIn, submit, watchConsole } from "../../support";
import { expect, test } from "../../test";

/** Resubmission long after a rejection, when documents and numbers were redacted (ADR 15). */
/** Sets the rejection's date back and runs the job. */
async function letTimePass(email: string): Promise<void> {
  await query(
    `UPDATE submissions SET reviewed_at = now() - interval '91 days'
     WHERE state = 'rejected' AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  const job = `
    const { redactExpiredRejections } = await import("./lib/onboarding/retention/jobs.ts");
    await redactExpiredRejections();
    process.exit(0);`;
  const options = [
    "--conditions=react-server",
    "--import",
    "./server/alias.ts",
    "--input-type=module",
    "--eval",
    job,
  ];
  await promisify(execFile)(process.execPath, options, { env: { ...process.env, ...serverEnv() } });
}

test("the form names what must be entered again, retains the other answers, and can be submitted", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await reject(baseURL!, user.email, "The photo is not you.");
  await letTimePass(user.email);

  await logIn(page, user.email, PASSWORD);
  await expect(page).toHaveURL(/\/apply-for-funding/);
  await expect(page.getByText("The photo is not you.").filter({ visible: true })).toBeVisible();
  await expect(
    page.getByText(/^Enter your NIN, BVN and account number again/).filter({ visible: true }),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  const nin = page.getByRole("textbox", { name: "NIN", exact: true });
  await expect(nin).toHaveValue("");
  await next(page);
  await expect(page.getByText("NIN must be 11 digits")).toBeVisible();
  await nin.fill("12345678901");
  await next(page);
  await next(page);
  await expect(page.getByLabel("Account Number")).toHaveValue("");
  await page.getByLabel("Account Number").fill("1234567890");
  await page.getByLabel("BVN").fill("22345678901");
  await next(page);
  await expect(page.getByText("Document from your last submission")).toHaveCount(0);
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  expect((await userOf(baseURL!, user.email)).verification.status).toBe("pending");
  expect(errors).toEqual([]);
});
