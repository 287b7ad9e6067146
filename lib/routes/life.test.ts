import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAccess, defaultPathFor, routes, type Subject } from "./policy";
import type { InvestorType, Role } from "../roles";

/**
 * Account states are reachable in any order (product 10.3-5, 7, 9). A model of an account goes through random events; after
 * each event the guard decides on every page, and the result is compared with the rules of product 2.2, which are stated
 * here independently.
 */
type Kind = "individual" | "corporate";
type State = "pending" | "approved" | "rejected";

interface Life {
  emailProved: boolean;
  signedIn: boolean;
  role: Role;
  type: InvestorType;
  isSuper: boolean;
  /** The installation requires two-step login of its administrators. */
  obliged: boolean;
  twoStep: boolean;
  /** All submissions, oldest first; a decision applies to the newest one of its kind. */
  submissions: readonly { kind: Kind; state: State }[];
  /** A decision that was made without a submission. */
  grant: State;
}

const born: Life = {
  emailProved: false,
  signedIn: false,
  role: "none",
  type: "none",
  isSuper: false,
  obliged: false,
  twoStep: false,
  submissions: [],
  grant: "pending",
};

const kindOf = ({ role, type }: Life): Kind | null => {
  if (role === "startup") return "individual";
  if (role !== "investor" || type === "none") return null;
  return type === "corporate" ? "corporate" : "individual";
};
const current = (life: Life) => life.submissions.findLast(({ kind }) => kind === kindOf(life));
const statusOf = (life: Life): State => current(life)?.state ?? life.grant;
const isMember = (life: Life) => life.signedIn && life.role !== "admin";

/** Role and type change together; a decision without a submission remains only after a first choice. */
function become(life: Life, role: Role, type: InvestorType, keepGrant: boolean, isSuper = false): Life {
  const decided = current(life) !== undefined;
  return { ...life, role, type, isSuper, grant: keepGrant && !decided ? life.grant : "pending" };
}

function decided(life: Life, state: "approved" | "rejected"): Life {
  if (life.role === "admin" || statusOf(life) === state) return life;
  const last = current(life);
  if (!last) return { ...life, grant: state };
  return { ...life, submissions: life.submissions.map((one) => (one === last ? { ...one, state } : one)) };
}

/** Events of an account, caused by the user or by others. A rejected event changes nothing. */
const events: Record<string, (life: Life) => Life> = {
  "verify the e-mail": (life) => (life.emailProved ? life : { ...life, emailProved: true, signedIn: true }),
  "log in": (life) => ({ ...life, signedIn: life.emailProved }),
  "log out": (life) => ({ ...life, signedIn: false }),
  "choose to invest": (life) => chooseRole(life, "investor"),
  "choose funding": (life) => chooseRole(life, "startup"),
  "choose personal": (life) => chooseType(life, "personal"),
  "choose corporate": (life) => chooseType(life, "corporate"),
  submit: (life) => {
    const kind = kindOf(life);
    const open = current(life) ? statusOf(life) === "rejected" : statusOf(life) !== "approved";
    if (!isMember(life) || !kind || !open) return life;
    return { ...life, submissions: [...life.submissions, { kind, state: "pending" }], grant: "pending" };
  },
  approve: (life) => decided(life, "approved"),
  reject: (life) => decided(life, "rejected"),
  "an administrator makes it an investor": (life) => givenRole(life, "investor"),
  "an administrator makes it a startup": (life) => givenRole(life, "startup"),
  "a super administrator makes it an administrator": (life) =>
    life.emailProved ? givenRole(life, "admin") : life,
  "it is a super administrator": (life) => (life.role === "admin" ? { ...life, isSuper: true } : life),
  "administrators are obliged to two-step sign-in": (life) => ({ ...life, obliged: true }),
  "switch two-step sign-in on": (life) => ({ ...life, twoStep: life.signedIn }),
  "switch two-step sign-in off": (life) => ({ ...life, twoStep: false }),
};

function chooseRole(life: Life, role: "investor" | "startup"): Life {
  if (!isMember(life) || life.role === role || life.submissions.length > 0) return life;
  return become(life, role, "none", true);
}

function chooseType(life: Life, type: "personal" | "corporate"): Life {
  if (!isMember(life) || life.role !== "investor" || life.type === type) return life;
  if (current(life) && statusOf(life) !== "rejected") return life;
  return become(life, "investor", type, true);
}

function givenRole(life: Life, role: Role): Life {
  return life.role === role ? life : become(life, role, "none", life.role === "none" && role !== "admin");
}

const owes = ({ role, obliged, twoStep }: Life) => role === "admin" && obliged && !twoStep;

const subjectOf = (life: Life): Subject | null =>
  life.signedIn
    ? {
        role: life.role,
        isSuper: life.isSuper,
        investorType: life.type,
        isVerified: statusOf(life) === "approved",
        status: statusOf(life),
        submitted: current(life) !== undefined,
        twoStepSetupRequired: owes(life),
      }
    : null;

/** product 2.1 and 2.2, restated: may this account open this page? Without order, redirects or the route table. */
const PUBLIC = /^\/(about|asset-financing|plans(\/[^/]+)?|team|contact|privacy|terms|forgot-password|verify-email|reset-password|dev\/outbox)?$/; // prettier-ignore
const FORMS = ["/investor-verification", "/corporate-verification", "/apply-for-funding"];
const INVESTORS = ["/dashboard/investments", "/dashboard/transactions"];
const STARTUPS = ["/dashboard/applications"];

function may(life: Life, page: string): boolean {
  if (PUBLIC.test(page)) return true;
  if (page === "/login" || page === "/register") return !life.signedIn;
  if (!life.signedIn) return false;
  const { role, type } = life;
  if (owes(life)) return page === "/profile";
  if (page === "/admin/sub-admins") return role === "admin" && life.isSuper;
  if (page.startsWith("/admin")) return role === "admin";
  if (role === "admin") return page === "/profile";

  const profileComplete = role === "startup" || (role === "investor" && type !== "none");
  const verified = profileComplete && statusOf(life) === "approved";
  const rejected = profileComplete && statusOf(life) === "rejected";
  const waiting = profileComplete && statusOf(life) === "pending" && current(life) !== undefined;
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
const story = fc.array(fc.constantFrom(...Object.keys(events)), { minLength: 1, maxLength: 30, size: "max" });

/** Applies the events and calls `look` after each one. */
function live(names: readonly string[], look: (life: Life, past: readonly string[]) => void): void {
  let life = born;
  names.forEach((name, index) => {
    life = events[name]!(life);
    look(life, names.slice(0, index + 1));
  });
}

/** Follows the guard's redirects until a page is allowed; more than three would be a loop. */
function rest(life: Life, page: string): { at: string; hops: number } {
  let at = page;
  for (let hops = 0; hops <= 3; hops += 1) {
    const decision = checkAccess(subjectOf(life), at.split("?")[0]!, at);
    if (decision.allow) return { at, hops };
    at = decision.to;
  }
  throw new Error(`The guard goes round in circles from ${page}`);
}

describe("the guard after random events (product 2.2)", () => {
  it("allows exactly the pages that the rules allow, and redirects to an allowed page otherwise", () => {
    fc.assert(
      fc.property(story, (names) => {
        live(names, (life, past) => {
          const subject = subjectOf(life);
          const wrong = pages.filter((page) => {
            const { at, hops } = rest(life, page);
            return (hops === 0) !== may(life, page) || !may(life, at.split("?")[0]!);
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
      fc.property(story, (names) => {
        live(names, (life, past) => {
          const subject = subjectOf(life);
          if (!subject) return;
          const astray = pages.filter(
            (page) => !may(life, page) && rest(life, page).at !== defaultPathFor(subject),
          );
          expect([past, astray]).toEqual([past, []]);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("does not depend on the pages visited before", () => {
    fc.assert(
      fc.property(story, (names) => {
        const seen = new Set<string>();
        live(names, (life, past) => {
          // Accounts that were created in this state, without events before.
          const fresh = new Map(
            pages.map((page) => [page, checkAccess(structuredClone(subjectOf(life)), page)]),
          );
          for (const page of seen) {
            const back = checkAccess(subjectOf(life), page);
            expect([past, page, back, back.allow]).toEqual([past, page, fresh.get(page), may(life, page)]);
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
      fc.property(story, (names) => {
        live(names, (life) => {
          const subject = subjectOf(life);
          const submission = subject?.submitted ? " submitted" : "";
          reached.add(
            subject
              ? `${subject.role} ${subject.investorType} ${statusOf(life)}${submission}${subject.twoStepSetupRequired ? ", owing" : ""}`
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
      "admin none pending, owing",
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
