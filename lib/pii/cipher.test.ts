import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { blindIndex, mask, newRowCipher, openRowCipher } from "./cipher";

const key = () => randomBytes(32).toString("base64");

beforeAll(() => {
  vi.stubEnv("PII_KEYS", `new:${key()},old:${key()}`);
});

describe("sealed columns (threat 33)", () => {
  const table = "personal_details";
  const row = "0190aaaa-0000-7000-8000-000000000001";

  it("are decrypted with the row's key and contain no readable text", () => {
    const cipher = newRowCipher(table, row);
    const sealed = cipher.seal("nin_cipher", "12345678901");
    expect(sealed).not.toContain("12345678901");
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("12345678901");
    expect(openRowCipher(table, row, cipher.dataKey).open("nin_cipher", sealed)).toBe("12345678901");
    expect(cipher.dataKey.startsWith("new.")).toBe(true);
  });

  it("are different each time the same value is sealed", () => {
    const cipher = newRowCipher(table, row);
    expect(cipher.seal("a", "1")).not.toBe(cipher.seal("a", "1"));
  });

  it("cannot be decrypted in another row, table or column, or after a change", () => {
    const cipher = newRowCipher(table, row);
    const sealed = cipher.seal("nin_cipher", "12345678901");
    const other = "0190aaaa-0000-7000-8000-000000000002";
    expect(() => openRowCipher(table, other, cipher.dataKey)).toThrow();
    expect(() => openRowCipher("bank_details", row, cipher.dataKey)).toThrow();
    expect(() => newRowCipher(table, other).open("nin_cipher", sealed)).toThrow();
    expect(() => cipher.open("bvn_cipher", sealed)).toThrow();
    const bytes = Buffer.from(sealed, "base64url");
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i] = changed[i]! ^ 1;
      expect(() => cipher.open("nin_cipher", changed.toString("base64url"))).toThrow();
    }
  });

  it("can be decrypted during a key rotation, with the old or the new key", async () => {
    const before = newRowCipher(table, row);
    const sealed = before.seal("nin_cipher", "12345678901");
    const ring = process.env["PII_KEYS"]!;
    vi.resetModules();
    process.env["PII_KEYS"] = `newest:${key()},${ring}`;
    const turned = await import("./cipher");
    expect(turned.openRowCipher(table, row, before.dataKey).open("nin_cipher", sealed)).toBe("12345678901");
    expect(turned.newRowCipher(table, row).dataKey.startsWith("newest.")).toBe(true);
    process.env["PII_KEYS"] = ring;
    vi.resetModules();
  });

  it("cannot be decrypted with a key that was removed from the ring", () => {
    const cipher = newRowCipher(table, row);
    expect(() => openRowCipher(table, row, cipher.dataKey.replace(/^new/, "gone"))).toThrow(/no key/);
  });
});

describe("blindIndex (threat 34)", () => {
  it("is equal for equal numbers and different for each kind of number", () => {
    expect(blindIndex("nin", "12345678901")).toBe(blindIndex("nin", "12345678901"));
    expect(blindIndex("nin", "12345678901")).not.toBe(blindIndex("bvn", "12345678901"));
    expect(blindIndex("nin", "12345678901")).not.toContain("12345678901");
  });
});

describe("mask", () => {
  it("shows only the last 4 characters", () => {
    expect(mask("12345678901")).toBe("•••••••8901");
    expect(mask("123")).toBe("123");
  });
});
