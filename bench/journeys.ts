import { expect, type Locator, type Page } from "@playwright/test";
import { fillBank, fillCompany, fillSignatory } from "../tests/e2e/company";
import { fillAccount, fillBio, fillKin } from "../tests/e2e/support";
import type { InputDriver } from "./interactions";

/** A user's path through a screen. */
export interface Journey {
  name: string;
  path: string;
  who: "visitor" | "personal" | "corporate" | "administrator";
  walk: (driver: InputDriver, email: string) => Promise<void>;
}

/** The interactions on a step of a form. */
interface Step {
  title: string;
  field: string;
  /** Searchable selects: the typed text and the option to choose. */
  choices: [label: string, typed: string, option: string][];
  select?: string;
  /** Interactions that only this step has. */
  extra?: (driver: InputDriver) => Promise<void>;
  fill: (page: Page, email: string) => Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function choose(driver: InputDriver, at: string, [label, typed, option]: Step["choices"][number]) {
  const { page } = driver;
  const field = page.getByRole("combobox", { name: label });
  const offered = page.getByRole("option", { name: option, exact: true });
  await driver.tap(`${at}: open ${label}`, field);
  await expect(page.getByRole("option").first()).toBeVisible();
  await driver.key(`${at}: search ${label}`, typed);
  await driver.tap(`${at}: choose ${label}`, offered);
  await expect(field).toHaveValue(option);
}

/** The list of a native select belongs to the browser, so only the change of value is timed. */
async function change(driver: InputDriver, name: string, select: Locator, key = "ArrowDown") {
  const before = await select.inputValue();
  await select.focus();
  await driver.key(name, key);
  await expect(select).not.toHaveValue(before);
}

async function walkStep(driver: InputDriver, step: Step, email: string): Promise<void> {
  const { page } = driver;
  const at = step.title;
  await expect(heading(page, at)).toBeVisible();
  await driver.tap(`${at}: Next with answers missing`, button(page, "Next"));
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  const field = page.getByLabel(step.field).first();
  await driver.tap(`${at}: enter a field`, field);
  await driver.type(`${at}: type`, field, "A");
  for (const choice of step.choices) await choose(driver, at, choice);
  if (step.select) await change(driver, `${at}: change ${step.select}`, page.getByLabel(step.select));
  await step.extra?.(driver);
  await step.fill(page, email);
  await driver.tap(`${at}: Next`, button(page, "Next"));
}

async function walkForm(
  driver: InputDriver,
  steps: readonly Step[],
  last: string,
  email: string,
): Promise<void> {
  const { page } = driver;
  for (const step of steps) await walkStep(driver, step, email);
  await expect(heading(page, last)).toBeVisible();
  await driver.tap(`${last}: submit with documents missing`, button(page, "Submit Verification"));
  await expect(page.locator("[aria-invalid=true]").first()).toBeAttached();
  for (const { title } of [...steps].reverse()) {
    await driver.tap(`back to ${title}`, button(page, "Previous"));
    await expect(heading(page, title)).toBeVisible();
  }
}

const individualSteps: readonly Step[] = [
  {
    title: "Bio Data",
    field: "First Name",
    choices: [
      ["State of Residence", "l", "Lagos"],
      ["Local Government", "i", "Ikeja"],
    ],
    extra: (driver) => driver.tap("Bio Data: choose a card", driver.page.getByText("Adult", { exact: true })),
    fill: (page, email) => fillBio(page, email),
  },
  { title: "Next of Kin", field: "Full Name", choices: [], select: "Relationship", fill: fillKin },
  {
    title: "Account Details",
    field: "Account Name",
    choices: [["Bank Name", "z", "Zenith Bank"]],
    select: "Account Type",
    fill: (page) => fillAccount(page),
  },
];

async function addAndRemoveSignatory(driver: InputDriver): Promise<void> {
  const { page } = driver;
  await driver.tap("Signatories: add one", button(page, "Add signatory"));
  await expect(page.getByRole("group", { name: "Signatory 2", exact: true })).toBeVisible();
  await driver.type("Signatories: type in the new one", page.getByLabel("Full Name").nth(1), "B");
  await driver.tap("Signatories: ask to remove it", button(page, "Remove last signatory"));
  const dialog = page.getByRole("alertdialog");
  await driver.tap("Signatories: remove it", dialog.getByRole("button", { name: "Remove signatory" }));
  await expect(page.getByRole("group", { name: "Signatory 2", exact: true })).toBeHidden();
}

const corporateSteps: readonly Step[] = [
  {
    title: "Company Info",
    field: "Company Name",
    choices: [
      ["State", "l", "Lagos"],
      ["Local Government", "i", "Ikeja"],
    ],
    fill: fillCompany,
  },
  {
    title: "Bank Details",
    field: "Account Name",
    choices: [["Bank Name", "z", "Zenith Bank"]],
    fill: fillBank,
  },
  {
    title: "Signatories",
    field: "Full Name",
    choices: [],
    extra: addAndRemoveSignatory,
    fill: (page) => fillSignatory(page, 1),
  },
];

/** Opens a row's menu, opens a dialog from it and closes that. */
async function walkRowMenu(driver: InputDriver, item: string, role: "dialog" | "alertdialog", close: string) {
  const { page } = driver;
  await driver.tap(`open a row's menu (${item})`, page.locator("[data-actions]").first());
  await driver.tap(`open ${item}`, page.getByRole("menuitem", { name: item }));
  const dialog = page.getByRole(role);
  await expect(dialog).toBeVisible();
  await driver.tap(`close ${item}`, dialog.getByRole("button", { name: close, exact: true }).last());
  await expect(dialog).toBeHidden();
}

async function search(driver: InputDriver): Promise<void> {
  const field = driver.page.getByRole("searchbox");
  await expect(driver.page.getByRole("row").first()).toBeVisible();
  await driver.tap("enter the search", field);
  for (const key of "de") await driver.key("type a search", key);
  await expect(driver.page).toHaveURL(/q=de/);
  await driver.tap("clear the search", driver.page.getByRole("button", { name: "Clear search" }));
  await expect(driver.page).not.toHaveURL(/q=de/);
}

async function nextPage(driver: InputDriver, name: string): Promise<void> {
  await driver.tap(name, button(driver.page, "Next"));
  await expect(driver.page).toHaveURL(/page=2/);
}

async function walkUsers(driver: InputDriver): Promise<void> {
  const { page } = driver;
  await search(driver);
  await nextPage(driver, "next page");
  await change(driver, "change the filter", page.getByLabel("Status"));
  await change(driver, "change the filter", page.getByLabel("Role"));
  await driver.tap("show all users", page.getByLabel(/Show All Users/));
  await walkRowMenu(driver, "View Details", "dialog", "Close");
  await walkRowMenu(driver, "Reject", "alertdialog", "Cancel");
  await change(driver, "50 rows a page", page.getByLabel("Rows per page"), "End");
  // Phones have no header row.
  await expect(page.getByRole("row")).toHaveCount(50);
  await nextPage(driver, "next page of 50 rows");
  await walkRowMenu(driver, "Edit User", "dialog", "Done");
}

async function walkQueue(driver: InputDriver): Promise<void> {
  const { page } = driver;
  await search(driver);
  await nextPage(driver, "next page");
  for (const key of ["j", "j", "k"]) await driver.key(`key ${key}`, key);
  await expect(page.locator("[data-row-link]:focus")).toBeVisible();
  await driver.key("open the list of keys", "?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await driver.key("close the list of keys", "Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await change(driver, "change the filter", page.getByLabel("Role"));
}

async function walkAdministrators(driver: InputDriver): Promise<void> {
  const { page } = driver;
  await search(driver);
  await walkRowMenu(driver, "View Details", "dialog", "Close");
  await driver.tap("open Create Admin", button(page, "Create Admin"));
  const dialog = page.getByRole("dialog");
  await driver.type("type in Create Admin", dialog.getByRole("textbox").first(), "A");
  await driver.key("close Create Admin", "Escape");
  await expect(dialog).toBeHidden();
}

/** The machine's own share: no script and almost nothing to paint. */
async function walkEmptyPage(driver: InputDriver): Promise<void> {
  const { page } = driver;
  await page.setContent("<button>InteractionTiming</button><input>");
  await driver.tap("press a button", button(page, "Press"));
  await driver.type("type", page.getByRole("textbox"), "a");
}

export const journeys: readonly Journey[] = [
  { name: "An empty page", path: "about:blank", who: "visitor", walk: walkEmptyPage },
  {
    name: "Individual form",
    path: "/investor-verification",
    who: "personal",
    walk: (driver, email) => walkForm(driver, individualSteps, "KYC Documents", email),
  },
  {
    name: "Corporate form",
    path: "/corporate-verification",
    who: "corporate",
    walk: (driver, email) => walkForm(driver, corporateSteps, "Documents", email),
  },
  { name: "Manage Users", path: "/admin/users", who: "administrator", walk: walkUsers },
  { name: "Verification queue", path: "/admin/verification", who: "administrator", walk: walkQueue },
  {
    name: "Manage Administrators",
    path: "/admin/sub-admins",
    who: "administrator",
    walk: walkAdministrators,
  },
];
