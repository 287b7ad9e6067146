/**
 * What a statement line that concerns no investor can be booked as (product 10.32). The name of a category is also the kind of its act
 * (lib/acts/rules.ts) and of its entry (lib/ledger/rules.ts). Safe in the browser.
 */
interface CategoryRule {
  label: string;
  /** As in "booked as ...". */
  noun: string;
  /** The account of the chart that it is booked to. */
  account: string;
  /** Whether the line may be money in, such as a charge that the bank has paid back, or only money out. */
  directions: readonly Direction[];
}

export type Direction = "in" | "out";

export const categories = {
  /** The firm's own funds move between a bank account and its general ledger. */
  transfer: {
    label: "Firm transfer",
    noun: "a transfer of the firm's own funds",
    account: "general_ledger",
    directions: ["in", "out"],
  },
  /** Money for companies that the firm invests in, or money that comes back from them. */
  company_funding: {
    label: "Company funding",
    noun: "company funding",
    account: "company_funding",
    directions: ["in", "out"],
  },
  bank_charge: {
    label: "Bank charge",
    noun: "a bank charge",
    account: "bank_charges",
    directions: ["in", "out"],
  },
  /** Value added tax, mostly on bank charges. */
  vat: { label: "VAT", noun: "VAT", account: "vat_paid", directions: ["in", "out"] },
  stamp_duty: { label: "Stamp duty", noun: "stamp duty", account: "stamp_duty", directions: ["in", "out"] },
  /** Withheld tax is paid to the tax authority. */
  tax_payment: {
    label: "Tax payment",
    noun: "a withholding tax payment",
    account: "withholding_tax_payable",
    directions: ["out"],
  },
} as const satisfies Record<string, CategoryRule>;

export type Category = keyof typeof categories;

export const categoryNames = Object.keys(categories) as [Category, ...Category[]];

/** Returns whether a kind of act or entry is a category. */
export const isCategory = (kind: string): kind is Category => Object.hasOwn(categories, kind);

/** Returns whether a line in a direction can be booked as a category. */
export const allowsDirection = (category: Category, direction: Direction): boolean =>
  (categories[category].directions as readonly Direction[]).includes(direction);

/** Returns the direction of an amount in kobo, which is negative if paid out. */
export const directionOf = (amountKobo: bigint): Direction => (amountKobo > 0n ? "in" : "out");

/** Returns a value for each category. */
export const mapCategories = <T>(toValue: (category: Category) => T): Record<Category, T> =>
  Object.fromEntries(categoryNames.map((name) => [name, toValue(name)])) as Record<Category, T>;
