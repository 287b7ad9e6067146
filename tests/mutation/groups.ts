import { hashFiles } from "../../server/build";

/** A part of the product with its tests, and the minimum mutation score in percent (threat 49). */
export interface Group {
  mutate: string[];
  tests: string[];
  least: number;
}

export const groups: Record<string, Group> = {
  guard: { mutate: ["lib/routes/policy.ts"], tests: ["lib/routes/*.test.ts"], least: 100 },
  ciphers: { mutate: ["lib/pii/cipher.ts", "lib/pii/seal.ts"], tests: ["lib/pii/*.test.ts"], least: 85 },
  sessions: {
    mutate: [
      "lib/auth/sessions.ts",
      "lib/auth/session-policy.ts",
      "lib/auth/tokens.ts",
      "lib/auth/two-step.ts",
      "lib/users/two-step-rule.ts",
    ],
    tests: [
      "lib/auth/{session-rules,two-step}.test.ts",
      "tests/api/commands/{sessions,tokens,two-step}.test.ts",
    ],
    least: 85,
  },
  states: {
    mutate: [
      "lib/review/decisions/commands.ts",
      "lib/review/decisions/reveal.ts",
      "lib/onboarding/submission/commands.ts",
    ],
    tests: ["tests/api/commands/{approvals,decisions,documents,reveals,submission}.test.ts"],
    least: 85,
  },
  files: {
    mutate: ["lib/files/sanitize.ts", "lib/files/image.ts"],
    tests: ["lib/files/sanitize.test.ts"],
    least: 85,
  },
  pdf: {
    mutate: ["lib/files/pdf.ts", "lib/files/pdf-contents.ts"],
    tests: ["lib/files/pdf.test.ts"],
    least: 85,
  },
};

/** The result of a group; `score` is the percentage of detected mutants. */
export interface Figures {
  score: number;
  noticed: number;
  missed: number;
  /** The hash of the mutated source; results are valid only for this source. */
  of: string;
}

/** Returns a hash of the group's source files. */
export const textOf = ({ mutate }: Group): string => hashFiles(mutate).slice(0, 16);
