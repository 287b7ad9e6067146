import { describe, expect, it } from "vitest";
import { newRecoveryCodes, newSecret, recoveryHash, findTotpStep, totpOf } from "./two-step";

/** RFC 6238, appendix B: SHA-1 with the secret "12345678901234567890"; the last six of its eight digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors: [number, string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
];

describe("codes of an authenticator app", () => {
  it.each(vectors)("matches the RFC test vector at %i seconds", (seconds, code) => {
    expect(findTotpStep(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it("accepts a code of the adjacent time steps only", () => {
    const secret = newSecret();
    const now = 1_700_000_010_000;
    const step = Math.floor(now / 30_000);
    const at = (steps: number) =>
      findTotpStep(secret, totpOf(secret).generate({ timestamp: now + steps * 30_000 }), now);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step - 1, step, step + 1, null]);
  });

  it("accepts six digits only", () => {
    const now = 59_000;
    for (const typed of ["", "28708", "2870820", " 287082", "28708२", "٢٨٧٠٨٢", "0x1234", "28708\n"]) {
      expect([typed, findTotpStep(RFC_SECRET, typed, now)]).toEqual([typed, null]);
    }
  });

  it("names issuer and account in the URI", () => {
    const uri = new URL(totpOf(RFC_SECRET, "Seedline", "ada@test.example").toString());
    expect(uri.protocol + uri.host + decodeURIComponent(uri.pathname)).toBe(
      "otpauth:totp/Seedline:ada@test.example",
    );
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Seedline",
      secret: RFC_SECRET,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });

  it("generates unique secrets of 160 bits", () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe("recovery codes", () => {
  const hash = (typed: string) => recoveryHash("a person", typed);

  it("are ten unique codes of unambiguous characters", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it("are matched regardless of case, spaces and hyphens", () => {
    for (const typed of ["7KQ2M-X0V91", "7kq2mx0v91", " 7kq2m x0v91\n", "7KQ2M-XOV9I", "7kq2m-xov9l"]) {
      expect([typed, hash(typed)]).toEqual([typed, hash("7KQ2M-X0V91")]);
    }
    expect(hash("7KQ2M-X0V92")).not.toBe(hash("7KQ2M-X0V91"));
  });

  it("are stored as a hash that depends on the user", () => {
    expect(recoveryHash("another", "7KQ2M-X0V91")).not.toBe(hash("7KQ2M-X0V91"));
    expect(hash("7KQ2M-X0V91")).not.toContain("7KQ2M");
  });
});
