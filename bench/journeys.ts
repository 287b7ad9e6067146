import { expect, type Locator, type Page } from "@playwright/test";
import { fillBank, fillCompany, fillSignatory } from "../tests/e2e/company";
import { fillAccount, fillBio, fillKin } from "../tests/e2e/support";
import type { Hand } from "./interactions";

/** Somebody at work on a screen. */
export interface Journey {
  name: string;
  path: string;
  who: "nobody" | "personal" | "corporate" | "administrator";
  walk: (hand: Hand, email: string) => Promise<void>;
}

/** A step of a form, as far as it matters what is pressed on it. */
interface Step {
  title: string;
  field: string;
  /** Searchable selects: what is typed, what is then chosen. */
  choices: [label: string, typed: string, option: string][];
  select?: string;
  /** What only this step has. */
  besides?: (hand: Hand) => Promise<void>;
  fill: (page: Page, email: string) => Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function choose(hand: Hand, at: string, [label, typed, option]: Step["choices"][number]) {
  const { page } = hand;
  const field = page.getByRole("combobox", { name: label });
  const offered = page.getByRole("option", { name: option, exact: true });
  await hand.tap(`${at}: open ${label}`, field);
  await expect(page.getByRole("option").first()).toBeVisible();
  await hand.key(`${at}: search ${label}`, typed);
  await hand.tap(`${at}: choose ${label}`, offered);
  await expect(field).toHaveValue(option);
}

/** A native select: the list itself is the browser's, so what is timed is that another entry is chosen. */
async function change(hand: Hand, name: string, select: Locator, key = "ArrowDown") {
  const before = await select.inputValue();
  await select.focus();
  await hand.key(name, key);
  await expect(select).not.toHaveValue(before);
}

async function takeStep(hand: Hand, step: Step, email: string): Promise<void> {
  const { page } = hand;
  const at = step.title;
  await expect(heading(page, at)).toBeVisible();
  await hand.tap(`${at}: Next with answers missing`, button(page, "Next"));
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  const field = page.getByLabel(step.field).first();
  await hand.tap(`${at}: enter a field`, field);
  await hand.type(`${at}: type`, field, "A");
  for (const choice of step.choices) await choose(hand, at, choice);
  if (step.select) await change(hand, `${at}: change ${step.select}`, page.getByLabel(step.select));
  await step.besides?.(hand);
  await step.fill(page, email);
  await hand.tap(`${at}: Next`, button(page, "Next"));
}

async function walkForm(hand: Hand, steps: readonly Step[], last: string, email: string): Promise<void> {
  const { page } = hand;
  for (const step of steps) await takeStep(hand, step, email);
  await expect(heading(page, last)).toBeVisible();
  await hand.tap(`${last}: submit with documents missing`, button(page, "Submit Verification"));
  await expect(page.locator("[aria-invalid=true]").first()).toBeAttached();
  for (const { title } of [...steps].reverse()) {
    await hand.tap(`back to ${title}`, button(page, "Previous"));
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
    besides: (hand) => hand.tap("Bio Data: choose a card", hand.page.getByText("Adult", { exact: true })),
    fill: (page, email) => fillBio(page, email),
  },
  { title: "Next of Kin", field: "Full Name", choices: [], select: "Relationship", fill: fillKin },
  {
    title: "Account Details",
    field: "Account Name",
    choices: [["Bank Name", "z", "Zenith Bank"]],
    select: "Account Type",
    fill: fillAccount,
  },
];

async function addAndRemove(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.tap("Signatories: add one", button(page, "Add signatory"));
  await expect(page.getByRole("group", { name: "Signatory 2", exact: true })).toBeVisible();
  await hand.type("Signatories: type in the new one", page.getByLabel("Full Name").nth(1), "B");
  await hand.tap("Signatories: ask to remove it", button(page, "Remove last signatory"));
  const dialog = page.getByRole("alertdialog");
  await hand.tap("Signatories: remove it", dialog.getByRole("button", { name: "Remove signatory" }));
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
    besides: addAndRemove,
    fill: (page) => fillSignatory(page, 1),
  },
];

/** Opens a row's menu, and from it a dialog that is closed again. */
async function takeRowMenu(hand: Hand, item: string, role: "dialog" | "alertdialog", close: string) {
  const { page } = hand;
  await hand.tap(`open a row's menu (${item})`, page.locator("[data-actions]").first());
  await hand.tap(`open ${item}`, page.getByRole("menuitem", { name: item }));
  const dialog = page.getByRole(role);
  await expect(dialog).toBeVisible();
  await hand.tap(`close ${item}`, dialog.getByRole("button", { name: close, exact: true }).last());
  await expect(dialog).toBeHidden();
}

async function search(hand: Hand): Promise<void> {
  const field = hand.page.getByRole("searchbox");
  await expect(hand.page.getByRole("row").first()).toBeVisible();
  await hand.tap("enter the search", field);
  for (const key of "de") await hand.key("type a search", key);
  await expect(hand.page).toHaveURL(/q=de/);
  await hand.tap("clear the search", hand.page.getByRole("button", { name: "Clear search" }));
  await expect(hand.page).not.toHaveURL(/q=de/);
}

async function nextPage(hand: Hand, name: string): Promise<void> {
  await hand.tap(name, button(hand.page, "Next"));
  await expect(hand.page).toHaveURL(/page=2/);
}

async function walkUsers(hand: Hand): Promise<void> {
  const { page } = hand;
  await search(hand);
  await nextPage(hand, "next page");
  await change(hand, "change the filter", page.getByLabel("Status"));
  await change(hand, "change the filter", page.getByLabel("Role"));
  await hand.tap("show all users", page.getByLabel(/Show All Users/));
  await takeRowMenu(hand, "View Details", "dialog", "Close");
  await takeRowMenu(hand, "Reject", "alertdialog", "Cancel");
  await change(hand, "50 rows a page", page.getByLabel("Rows per page"), "End");
  // The row of titles is not there on a phone.
  await expect(page.getByRole("row")).toHaveCount(50);
  await nextPage(hand, "next page of 50 rows");
  await takeRowMenu(hand, "Edit User", "dialog", "Done");
}

async function walkQueue(hand: Hand): Promise<void> {
  const { page } = hand;
  await search(hand);
  await nextPage(hand, "next page");
  for (const key of ["j", "j", "k"]) await hand.key(`key ${key}`, key);
  await expect(page.locator("[data-row-link]:focus")).toBeVisible();
  await hand.key("open the list of keys", "?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await hand.key("close the list of keys", "Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  const counters = page.getByRole("group", { name: "Status" }).getByRole("button");
  await hand.tap("press a counter", counters.first());
  await expect(page).toHaveURL(/status=all/);
  await change(hand, "change the filter", page.getByLabel("Role"));
}

async function walkAdministrators(hand: Hand): Promise<void> {
  const { page } = hand;
  await search(hand);
  await takeRowMenu(hand, "View Details", "dialog", "Close");
  await hand.tap("open Create Admin", button(page, "Create Admin"));
  const dialog = page.getByRole("dialog");
  await hand.type("type in Create Admin", dialog.getByRole("textbox").first(), "A");
  await hand.key("close Create Admin", "Escape");
  await expect(dialog).toBeHidden();
}

/** What the machine itself takes: no script, next to nothing to draw. */
async function walkEmpty(hand: Hand): Promise<void> {
  const { page } = hand;
  await page.setContent("<button>Press</button><input>");
  await hand.tap("press a button", button(page, "Press"));
  await hand.type("type", page.getByRole("textbox"), "a");
}

export const journeys: readonly Journey[] = [
  { name: "An empty page", path: "about:blank", who: "nobody", walk: walkEmpty },
  {
    name: "Individual form",
    path: "/investor-verification",
    who: "personal",
    walk: (hand, email) => walkForm(hand, individualSteps, "KYC Documents", email),
  },
  {
    name: "Corporate form",
    path: "/corporate-verification",
    who: "corporate",
    walk: (hand, email) => walkForm(hand, corporateSteps, "Documents", email),
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
