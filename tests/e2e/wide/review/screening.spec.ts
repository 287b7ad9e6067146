import { randomInt } from "node:crypto";
import { start, withLib } from "../../../support/command";
import { ofacXml, unXml, writeList, type Listed } from "../../../support/watchlists";
import { check } from "../../axe";
import { serverEnv } from "../../database";
import { account, call, submitIndividual, userOf } from "../../rest";
import { authenticate, logInWithForm, watchConsole } from "../../support";
import { expect, test, type Page } from "../../test";

/** A list is imported, an applicant matches it, and a reviewer clears the hit (product 10.27). */
const letters = () => Array.from({ length: 8 }, () => String.fromCodePoint(97 + randomInt(26))).join("");
const sideways = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth);

test("an applicant whose name is on an imported list is a hit, which a reviewer clears with a reason", async ({
  page,
  baseURL,
}, { project }) => {
  const errors = watchConsole(page);
  const surname = `Invented${letters()}`;
  const listed: Listed[] = [
    {
      id: "7001",
      name: `Zubaidatu ${surname}`,
      aliases: [{ name: "The Inventor", isWeak: true }],
      birth: "1900",
    },
  ];
  // The projects run at the same time on one server, so each has a separate list.
  const isPhone = project.name === "phone";
  const importList = async (entries: readonly Listed[]) => {
    const file = await writeList(isPhone ? { "sdn.xml": ofacXml(entries) } : { "un.xml": unXml(entries) });
    const imported = await start("screening-import", [file, "--force"], serverEnv(), withLib).done;
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining("1 entry imported") });
  };
  await importList([{ ...listed[0]!, name: `Stranger ${letters()}`, aliases: [] }]);

  const user = await account(baseURL!, "personal");
  const name = `Zubaida ${surname}`;
  await call(baseURL!, "PUT", "/api/auth/updateMe", user.token, { name });
  await submitIndividual(baseURL!, user, { firstName: "Adaeze", surname });
  const { _id } = await userOf(baseURL!, user.email);

  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  const card = page.getByRole("region", { name: /^(No f|F)indings$/ });
  const passed = card.getByText(/^\d+ checks? passed$/);
  await passed.click();
  await expect(card.getByText(/^Compared with all watchlists on /)).toBeVisible();
  await expect(card.getByText("No name in this case matches one on the watchlists.")).toBeVisible();

  // On the next list, the name and the date of birth differ: the hit is still shown.
  await importList([{ ...listed[0]!, name: `Adaeze ${surname}` }]);
  await page.reload();
  await card
    .locator("summary")
    .filter({ hasText: `on a list: Adaeze ${surname}` })
    .click();
  await card.getByRole("button", { name: `Clear Adaeze ${surname}: other date of birth` }).click();
  await expect(card.locator("summary").filter({ hasText: `on a list: Adaeze ${surname}` })).toHaveCount(0);

  // A similar name is a hit unless the date of birth differs.
  await importList([{ ...listed[0]!, id: "7002", birth: "" }]);
  await page.reload();
  const hit = card.getByRole("listitem").filter({ hasText: `Zubaidatu ${surname}` });
  await hit.locator("summary").click();
  await expect(hit.getByText("Undecided")).toBeVisible();
  await expect(
    hit.getByText(/^2 of 2 words of the name match, 1 of them in another spelling\./),
  ).toBeVisible();
  await expect(hit.getByText(/^Born .+; on the list no date of birth\.$/)).toBeVisible();
  // It stands beside the answer with the name, which is that of the profile.
  await expect(page.locator("[id='answer-profile.name']")).toContainText(`on a list: Zubaidatu ${surname}`);
  await check(page, "review with a hit");
  expect(await sideways(page)).toBe(0);

  await page.getByRole("button", { name: "Approve", exact: true }).filter({ visible: true }).click();
  const approval = page.getByRole("alertdialog");
  await expect(approval.getByText(new RegExp(`may be on a list: Zubaidatu ${surname}`))).toBeVisible();
  await approval.getByRole("button", { name: "Cancel" }).click();

  // With the keyboard.
  await hit.getByRole("button", { name: `Decide on Zubaidatu ${surname}` }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Is ${name} the one on the list?` });
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog.getByText("Choose a decision")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Clear/ }).focus();
  await page.keyboard.press("Space");
  // The list has no date of birth that could differ.
  await expect(dialog.getByRole("option", { name: "The documents show another person" })).toHaveCount(1);
  await expect(dialog.getByRole("option", { name: "The date of birth differs" })).toHaveCount(0);
  await dialog.getByLabel("Reason").selectOption("The documents show another person");
  await dialog.getByRole("textbox", { name: /^Note/ }).fill("Born in another century");
  await check(page, "decision on a hit");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(hit).toHaveCount(0);
  await passed.click();
  await expect(card.getByText(/^The documents show another person\. Decided by /)).toBeVisible();
  await expect(card.getByText("Born in another century")).toBeVisible();

  await page.context().clearCookies();
  // Through the form, which replaces the token of the previous session.
  await logInWithForm(page, "super@seedline.example");
  await page.goto("/admin/watchlists");
  await expect(page.getByRole("heading", { level: 1, name: "Watchlists" })).toBeVisible();
  const lists = page.getByRole("region", { name: "Imported lists" });
  await expect(
    lists.getByText(isPhone ? "OFAC Specially Designated Nationals" : "United Nations Security Council"),
  ).toBeVisible();
  await expect(lists.getByText(/screened against these lists\.$|^Screening again/)).toBeVisible();
  await check(page, "watchlists");
  expect(await sideways(page)).toBe(0);
  expect(errors).toEqual([]);
});
