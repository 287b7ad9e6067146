import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAccess, defaultPathFor, routes, type Subject } from "./policy";
import type { InvestorType, Role } from "../roles";

/**
 * Account states can be reached in any order (product 10.3-5, 7, 9). A model of an account goes through random events; after each event,
 * the guard decides on every page, and the result is compared with an independent statement of the rules of product 2.2.
 */
type Kind = "individual" | "corporate";
type State = "pending" | "approved" | "rejected";

interface Account {
  emailVerified: boolean;
  signedIn: boolean;
  role: Role;
  type: InvestorType;
  isSuper: boolean;
  /** The installation requires two-step login of its administrators. */
  twoStepRequired: boolean;
  twoStep: boolean;
  /** All submissions, oldest first; a decision applies to the newest one of its kind. */
  submissions: readonly { kind: Kind; state: State }[];
  /** A decision that was made without a submission. */
  grant: State;
}

const newAccount: Account = {
  emailVerified: false,
  signedIn: false,
  role: "none",
  type: "none",
  isSuper: false,
  twoStepRequired: false,
  twoStep: false,
  submissions: [],
  grant: "pending",
};

const kindOf = ({ role, type }: Account): Kind | null => {
  if (role === "startup") return "individual";
  if (role !== "investor" || type === "none") return null;
  return type === "corporate" ? "corporate" : "individual";
};
const current = (account: Account) => account.submissions.findLast(({ kind }) => kind === kindOf(account));
const statusOf = (account: Account): State => current(account)?.state ?? account.grant;
const isMember = (account: Account) => account.signedIn && account.role !== "admin";

/** Role and type change together; a decision without a submission belongs to the form that was required then. */
function withRole(account: Account, role: Role, type: InvestorType): Account {
  const next = { ...account, role, type, isSuper: false };
  const keepsGrant = kindOf(account) && kindOf(account) === kindOf(next) && !current(account);
  return { ...next, grant: keepsGrant ? account.grant : "pending" };
}

function decide(account: Account, state: "approved" | "rejected"): Account {
  if (account.role === "admin" || statusOf(account) === state) return account;
  const last = current(account);
  if (!last) return { ...account, grant: state };
  return {
    ...account,
    submissions: account.submissions.map((one) => (one === last ? { ...one, state } : one)),
  };
}

/** Events of an account, caused by the user or by others. A rejected event has no effect. */
const events: Record<string, (account: Account) => Account> = {
  "verify the email address": (account) =>
    account.emailVerified ? account : { ...account, emailVerified: true, signedIn: true },
  "log in": (account) => ({ ...account, signedIn: account.emailVerified }),
  "log out": (account) => ({ ...account, signedIn: false }),
  "choose to invest": (account) => chooseRole(account, "investor"),
  "choose funding": (account) => chooseRole(account, "startup"),
  "choose personal": (account) => chooseType(account, "personal"),
  "choose corporate": (account) => chooseType(account, "corporate"),
  submit: (account) => {
    const kind = kindOf(account);
    const open = current(account) ? statusOf(account) === "rejected" : statusOf(account) !== "approved";
    if (!isMember(account) || !kind || !open) return account;
    return {
      ...account,
      submissions: [...account.submissions, { kind, state: "pending" }],
      grant: "pending",
    };
  },
  approve: (account) => decide(account, "approved"),
  reject: (account) => decide(account, "rejected"),
  "an administrator makes it an investor": (account) => assignRole(account, "investor"),
  "an administrator makes it a startup": (account) => assignRole(account, "startup"),
  "a super administrator makes it an administrator": (account) =>
    account.emailVerified ? assignRole(account, "admin") : account,
  "it becomes a super administrator": (account) =>
    account.role === "admin" ? { ...account, isSuper: true } : account,
  "two-step login becomes required of administrators": (account) => ({ ...account, twoStepRequired: true }),
  "turn two-step login on": (account) => ({ ...account, twoStep: account.signedIn }),
  "turn two-step login off": (account) => ({ ...account, twoStep: false }),
};

function chooseRole(account: Account, role: "investor" | "startup"): Account {
  if (!isMember(account) || account.role === role || account.submissions.length > 0) return account;
  return withRole(account, role, "none");
}

function chooseType(account: Account, type: "personal" | "corporate"): Account {
  if (!isMember(account) || account.role !== "investor" || account.type === type) return account;
  if (current(account) && statusOf(account) !== "rejected") return account;
  return withRole(account, "investor", type);
}

function assignRole(account: Account, role: Role): Account {
  return account.role === role ? account : withRole(account, role, "none");
}

const mustSetUpTwoStep = ({ role, twoStepRequired, twoStep }: Account) =>
  role === "admin" && twoStepRequired && !twoStep;

const subjectOf = (account: Account): Subject | null =>
  account.signedIn
    ? {
        role: account.role,
        isSuper: account.isSuper,
        duty: "administrator",
        investorType: account.type,
        isVerified: statusOf(account) === "approved",
        isRenewing: false,
        status: statusOf(account),
        submitted: current(account) !== undefined,
        twoStepSetupRequired: mustSetUpTwoStep(account),
      }
    : null;

/** product 2.1 and 2.2, restated: may this account open this page? Without order, redirects or the route table. */
const PUBLIC = /^\/(about|asset-financing|plans(\/[^/]+)?|team|contact|privacy|terms|forgot-password|verify-email|reset-password|stop-download|guardian|dev\/outbox)?$/; // oxfmt-ignore
const FORMS = ["/investor-verification", "/corporate-verification", "/apply-for-funding"];
const INVESTORS = [
  "/dashboard/investments",
  "/dashboard/investments/new",
  "/dashboard/investments/0190-some-id",
  "/dashboard/transactions",
  "/dashboard/transactions/statement",
];
const SUPER = [
  "/admin/sub-admins",
  "/admin/approvals",
  "/admin/watchlists",
  "/admin/api-keys",
  "/admin/webhooks",
  "/admin/webhooks/0190-some-id",
  "/admin/audit",
  "/admin/suspicions",
];
const STARTUPS = ["/dashboard/applications"];

function isAllowed(account: Account, page: string): boolean {
  if (PUBLIC.test(page)) return true;
  if (page === "/login" || page === "/register") return !account.signedIn;
  if (!account.signedIn) return false;
  if (page === "/account/security") return true;
  const { role, type } = account;
  if (mustSetUpTwoStep(account)) return page === "/profile";
  if (SUPER.includes(page)) return role === "admin" && account.isSuper;
  if (page.startsWith("/admin")) return role === "admin";
  if (role === "admin") return page === "/profile";

  const profileComplete = role === "startup" || (role === "investor" && type !== "none");
  const verified = profileComplete && statusOf(account) === "approved";
  const rejected = profileComplete && statusOf(account) === "rejected";
  const waiting = profileComplete && statusOf(account) === "pending" && current(account) !== undefined;
  if (page === "/choose-profile") return role === "none";
  if (page === "/investor-type") return role === "investor" && type === "none";
  if (page === "/verification-success") return waiting;
  if (FORMS.includes(page)) {
    const own =
      role === "startup"
        ? "/apply-for-funding"
        : type === "corporate"
          ? "/corporate-verification"
          : "/investor-verification";
    return profileComplete && page === own && (rejected || !(verified || waiting));
  }
  if (INVESTORS.includes(page)) return verified && role === "investor";
  if (STARTUPS.includes(page)) return verified && role === "startup";
  return verified;
}

const pages = routes.map(({ pattern }) => pattern.replace(/\[\w+\]/g, "0190-some-id"));
const eventNames = fc.array(fc.constantFrom(...Object.keys(events)), {
  minLength: 1,
  maxLength: 30,
  size: "max",
});

/** Applies the events and calls `look` after each one. */
function applyEvents(
  names: readonly string[],
  look: (account: Account, past: readonly string[]) => void,
): void {
  let account = newAccount;
  names.forEach((name, index) => {
    account = events[name]!(account);
    look(account, names.slice(0, index + 1));
  });
}

/** Follows the guard's redirects until a page is allowed; more than three would be a loop. */
function followRedirects(account: Account, page: string): { at: string; hops: number } {
  let at = page;
  for (let hops = 0; hops <= 3; hops += 1) {
    const decision = checkAccess(subjectOf(account), at.split("?")[0]!, at);
    if (decision.allow) return { at, hops };
    at = decision.to;
  }
  throw new Error(`The guard redirects in a loop from ${page}`);
}

describe("the guard after random events (product 2.2)", () => {
  it("allows exactly the pages that the rules allow, and redirects to an allowed page otherwise", () => {
    fc.assert(
      fc.property(eventNames, (names) => {
        applyEvents(names, (account, past) => {
          const subject = subjectOf(account);
          const wrong = pages.filter((page) => {
            const { at, hops } = followRedirects(account, page);
            return (hops === 0) !== isAllowed(account, page) || !isAllowed(account, at.split("?")[0]!);
          });
          expect([past, wrong]).toEqual([past, []]);
          if (subject)
            expect([past, checkAccess(subject, defaultPathFor(subject))]).toEqual([past, { allow: true }]);
        });
      }),
      { numRuns: 400 },
    );
  });

  it("redirects a user to the same page from every closed page", () => {
    fc.assert(
      fc.property(eventNames, (names) => {
        applyEvents(names, (account, past) => {
          const subject = subjectOf(account);
          if (!subject) return;
          const misdirected = pages.filter(
            (page) =>
              !isAllowed(account, page) && followRedirects(account, page).at !== defaultPathFor(subject),
          );
          expect([past, misdirected]).toEqual([past, []]);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("does not depend on the pages visited before", () => {
    fc.assert(
      fc.property(eventNames, (names) => {
        const seen = new Set<string>();
        applyEvents(names, (account, past) => {
          // Accounts created in this state, without earlier events.
          const fresh = new Map(
            pages.map((page) => [page, checkAccess(structuredClone(subjectOf(account)), page)]),
          );
          for (const page of seen) {
            const back = checkAccess(subjectOf(account), page);
            expect([past, page, back, back.allow]).toEqual([
              past,
              page,
              fresh.get(page),
              isAllowed(account, page),
            ]);
          }
          for (const page of pages) if (fresh.get(page)!.allow) seen.add(page);
        });
      }),
      { numRuns: 100 },
    );
  });

  it("is tested in every kind of state", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(eventNames, (names) => {
        applyEvents(names, (account) => {
          const subject = subjectOf(account);
          const submission = subject?.submitted ? " submitted" : "";
          reached.add(
            subject
              ? `${subject.role} ${subject.investorType} ${statusOf(account)}${submission}${subject.twoStepSetupRequired ? ", without two-step login" : ""}`
              : "visitor",
          );
        });
      }),
      // A fixed seed: the test checks which states are reached, and must not depend on chance.
      { numRuns: 5_000, seed: 42 },
    );
    for (const state of [
      "visitor",
      "none none pending",
      "none none approved",
      "none none rejected",
      "admin none pending",
      "admin none pending, without two-step login",
    ])
      expect(reached).toContain(state);
    for (const status of ["pending", "approved", "rejected"]) {
      expect(reached).toContain(`investor none ${status}`);
      for (const profile of ["startup none", "investor personal", "investor corporate"]) {
        expect(reached).toContain(`${profile} ${status}`);
        expect(reached).toContain(`${profile} ${status} submitted`);
      }
    }
  });
});
