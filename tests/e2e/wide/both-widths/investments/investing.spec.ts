import { query } from "../../../database";
import { open } from "../../../own-account";
import { expect, test } from "../../../test";
import { SLUG } from "../../../investments/investing-steps";

test("an investor cancels an investment with the keyboard", async ({ page, baseURL }) => {
  await open(page, baseURL!, `/dashboard/investments/new?plan=${SLUG}&amount=250000`);
  await page.getByLabel(/I have read the risk and the terms/).press("Space");
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");
  await page.getByRole("button", { name: "Cancel investment" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Cancel this investment?" });
  await dialog.getByRole("button", { name: "Cancel investment" }).press("Enter");
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toHaveCount(0);
  await page.goto("/dashboard/investments");
  await expect(page.getByRole("table", { name: "Your investments" })).toContainText("Cancelled");
});

test("a request without a plan leads to the plans", async ({ page, baseURL }) => {
  await open(page, baseURL!, "/dashboard/investments/new");
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await page.getByRole("link", { name: "See open plans" }).click();
  await expect(page.getByRole("heading", { name: "Available plans" })).toBeVisible();
});

test("a plan that is closed or unknown leads to the open ones", async ({ page, baseURL }) => {
  await open(page, baseURL!, "/dashboard/investments/new?plan=no-such-plan");
  await expect(page.getByRole("heading", { name: "This plan is not open to investments" })).toBeVisible();
  await page.getByRole("link", { name: "See open plans" }).click();
  await expect(page.getByRole("heading", { name: "Available plans" })).toBeVisible();
});

test("a conflict about terms that have changed meanwhile retains the input", async ({ page, baseURL }) => {
  const slug = `terms-${Date.now().toString(36)}`;
  const terms = `(select jsonb_set(terms, '{fee}', '0') from plan_versions v join plans p on p.id = v.plan_id where slug = '${SLUG}' limit 1)`;
  const [plan] = await query<{ id: string }>(
    `insert into plans (id, slug, state, position) values (gen_random_uuid(), $1, 'open', 900) returning id`,
    [slug],
  );
  const publish = (version: number, content: string) =>
    query(
      `insert into plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
       values (gen_random_uuid(), $1, $2, 'Changing Notes', 'Notes.', 'It lends.', 'Low', ${content}, now())`,
      [plan!.id, version],
    );
  await publish(1, terms);
  await open(page, baseURL!, `/dashboard/investments/new?plan=${slug}`);
  await page.getByLabel("Amount in naira").fill("300,000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await publish(2, `jsonb_set(${terms}, '{riskText}', '"There is a new risk."')`);
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByText("The terms of this plan have changed.")).toBeVisible();
  await expect(page.getByText("There is a new risk.")).toBeVisible();
  await expect(page.getByLabel("Amount in naira")).toHaveValue("300,000");
  await expect(page.getByLabel(/I have read the risk and the terms/)).not.toBeChecked();
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  await query(`update plans set state = 'closed' where id = $1`, [plan!.id]);
});
