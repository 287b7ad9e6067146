import { beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../../prisma/seed/files";
import { text } from "../../tests/support/malicious-files";
import { signedPdf } from "../../tests/support/signed-pdf";
import { cleanPdf } from "./pdf";
import { readSignatures } from "./pdf-signatures";

let signed: Buffer;
beforeAll(async () => {
  signed = await signedPdf("Ọlá Bank", "Some Authority");
});

/** Returns the file with some of its text replaced. */
const changed = (before: string, after: string) => text(signed.toString("latin1").replace(before, after));

describe("the signatures of a PDF", () => {
  it("are valid while the file is as it was signed, and name signer and issuer", async () => {
    const signature = { signer: "Ọlá Bank", issuer: "Some Authority", state: "whole" };
    expect(await readSignatures(signed)).toEqual([signature]);
    expect(await readSignatures(Buffer.concat([signed, text("\n")]))).toEqual([signature]);
    expect(await readSignatures(Buffer.concat([signed, text("% more")]))).toEqual([
      { ...signature, state: "extended" },
    ]);
  });

  it("are not valid after a change, and without a readable structure", async () => {
    const states = async (pdf: Buffer) => (await readSignatures(pdf)).map(({ state }) => state);
    expect(await states(changed("200 200", "200 300"))).toEqual(["invalid"]);
    const contents = /<([\da-f]{60})/.exec(signed.toString("latin1"))![1]!;
    expect(await readSignatures(changed(contents, "0".repeat(60)))).toEqual([
      { signer: null, issuer: null, state: "invalid" },
    ]);
  });

  it("have names without what cannot be stored or shown", async () => {
    const nameIn = async (name: string) => (await readSignatures(await signedPdf(name)))[0]?.signer;
    expect(await nameIn("Some\0 \u202eBank\u200b")).toBe("Some Bank");
    expect(await nameIn("\0")).toBeNull();
    expect(await nameIn(`${"a".repeat(199)}\u{1f3e6}\u{1f3e6}`)).toBe(`${"a".repeat(199)}\u{1f3e6}`);
  });

  it("are not valid if they are of something else: a letter in the signature, or a signed file inside this one", async () => {
    const letter = await signedPdf("Ọlá Bank", "Some Authority", text("Dear Sir"));
    expect((await readSignatures(letter)).map(({ state }) => state)).toEqual(["invalid"]);
    const [, length, next, rest] = /ByteRange\[0 (\d+) (\d+) (\d+)\]/
      .exec(signed.toString("latin1"))!
      .map(Number);
    const before = text(`%PDF-1.7\n/ByteRange[100 ${length} ${100 + next!} ${rest}]`.padEnd(100));
    const inside = await readSignatures(Buffer.concat([before, signed]));
    expect(inside.map(({ state }) => state)).toEqual(["invalid"]);
  });

  it("are not text that looks like one", async () => {
    expect(await readSignatures(await samplePdf("x"))).toEqual([]);
    expect(await readSignatures(text("%PDF-1.7\n(/ByteRange[0 1 2 3])"))).toEqual([]);
  });

  it("do not remain, broken, in the safe copy", async () => {
    const copy = await cleanPdf(signed);
    const bytes = "bytes" in copy ? copy.bytes : Buffer.from(copy.problem);
    expect([bytes.subarray(0, 5).toString(), await readSignatures(bytes)]).toEqual(["%PDF-", []]);
    expect(bytes.includes("/ByteRange")).toBe(false);
  });
});
