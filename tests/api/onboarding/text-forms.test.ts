import { randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto, UserSummaryDto } from "@/lib/users/dto";
import { PASSWORD, admin, codeIn, answers, freshEmail, freshNumber, get, person, personalInvestor, post, put, registration, waitForMail } from "../../support/api"; // oxfmt-ignore

/** A text typed on different keyboards counts as the same text (product 10.2). */
describe("a name", () => {
  it("is stored in its normal form and found in every spelling", async () => {
    const [user, reviewer] = [await person(), await admin()];
    const mark = `Q${freshNumber()}`;
    const typed = ` Ade\u0301o\u0323la\u0301 \u00a0O\u2019${mark}\u200b `;
    const { body } = await put("/api/auth/updateMe", { name: typed }, user.token);
    expect((body.data as UserDto).name).toBe(`Ad\u00e9\u1ecdl\u00e1 O\u2019${mark}`);
    for (const q of [
      `Ad\u00e9\u1ecdl\u00e1 O\u2019${mark}`,
      `Ade\u0301o\u0323la\u0301 O\u2019${mark}`,
      `adeola o'${mark}`,
      `ADEOLA\u00a0 O\u2018${mark}`,
      `o\u02bc${mark.toLowerCase()}`,
    ]) {
      const found = await get(`/api/admin/users?q=${encodeURIComponent(q)}`, reviewer.token);
      expect([q, (found.body.data as UserSummaryDto[]).map(({ _id }) => _id)]).toEqual([q, [user.id]]);
    }
    const nothing = await get(`/api/admin/users?q=${encodeURIComponent("\u0301")}`, reviewer.token);
    expect([nothing.status, nothing.body.data]).toEqual([200, []]);
  });

  it("is accepted and compared if its characters consist of many letters", async () => {
    const user = await personalInvestor();
    // The Korean letters of one syllable count as one character, however many there are.
    const letters = (from: number, to: number, count: number) =>
      Array.from({ length: count }, () => String.fromCodePoint(randomInt(from, to))).join("");
    const name = () =>
      `Ada ${letters(0x1100, 0x115f, 300)}${letters(0x1161, 0x11a8, 220)}${letters(0x11a8, 0x1200, 260)}`;
    const input = { ...answers(freshNumber()), firstName: name(), surname: name() };
    expect((await post("/api/verification", input, user.token)).status).toBe(200);
  });
});

describe("a password (RFC 8265)", () => {
  const composed = "p\u00e0ssword \u1ecd long";
  const decomposed = "pa\u0300ssword\u00a0o\u0323 long";
  const logIn = async (email: string, password: string) =>
    (await post("/api/auth/login", { email, password })).status;

  it("is the same from another keyboard", async () => {
    const email = freshEmail();
    await post("/api/auth/register", { ...registration(email), password: decomposed });
    await post("/api/auth/verify-email", { email, code: codeIn(await waitForMail(email, /code/)) });
    expect(await logIn(email, composed)).toBe(200);
    expect(await logIn(email, decomposed)).toBe(200);
    expect(await logIn(email, "password o long")).toBe(401);
  });

  it("still works if it was hashed as typed", async () => {
    const { email, id } = await person();
    const passwordHash = await hash(decomposed, { memoryCost: 1024, timeCost: 1 });
    await db.user.update({ where: { id }, data: { passwordHash } });
    expect(await logIn(email, decomposed)).toBe(200);
    expect(await logIn(email, PASSWORD)).toBe(401);
  });
});
