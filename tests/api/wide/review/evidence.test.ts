import { rm } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { publicKeyOf } from "@/lib/audit/head";
import { db } from "@/lib/db/client";
import { get, post, type SignedIn } from "../../../support/api";
import { packOf, verify, decidedCase, folders } from "../../../support/evidence";

afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

describe("the evidence pack", () => {
  it("is reported if it was changed, is incomplete or is signed by another key", async () => {
    const { user, chief } = await decidedCase();
    const files = await packOf(user, chief);
    const changed = (name: string, change: (text: string) => string) =>
      new Map([...files, [name, Buffer.from(change(files.get(name)!.toString()))]]);
    const less = new Map(files);
    less.delete("reads.json");
    expect(await verify(changed("submissions.json", (text) => text.replace("Blurred", "Perfect")))).toEqual({
      code: 1,
      text: "submissions.json was changed",
    });
    expect(await verify(changed("audit.jsonl", (text) => text.split("\n").slice(1).join("\n")))).toEqual({
      code: 1,
      text: "audit.jsonl was changed",
    });
    expect(
      await verify(changed("manifest.json", (text) => text.replace("regulator_request", "own_audit"))),
    ).toEqual({ code: 1, text: "manifest.json is not signed by this key" });
    expect(await verify(less)).toEqual({ code: 1, text: "reads.json is missing" });
    expect(await verify(files, publicKeyOf(Buffer.alloc(32, 1)))).toEqual({
      code: 1,
      text: "manifest.json is not signed by this key",
    });
  });

  it("needs a super administrator, a reason and a fresh proof", async () => {
    const { user, reviewer, chief } = await decidedCase();
    const ask = (by: SignedIn, body: object) => post(`/api/admin/users/${user.id}/evidence`, body, by.token);
    expect((await ask(reviewer, { reason: "own_audit" })).status).toBe(403);
    expect((await ask(chief, {})).body.errors?.[0]?.path).toBe("reason");
    await db.session.updateMany({
      where: { userId: chief.id },
      data: { provedAt: new Date(Date.now() - 301_000) },
    });
    expect((await ask(chief, { reason: "own_audit" })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await get(`/api/admin/users/${user.id}/evidence`, chief.token)).status).toBe(405);
  });
});
