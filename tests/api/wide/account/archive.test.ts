import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { call, get, login, post, tokenIn, urls, waitForMail } from "../../../support/api";
import { archiveMade, downloadArchive, newArchive, requestArchive } from "../../../support/archive";
import { expectErrorLog } from "../../../support/error-log";
import { NEW_PASSWORD, approvedStartup } from "../../../support/own-account";
import { stack } from "../../../support/stack";

const HOUR = 3_600_000;
const stop = (token: string) => post("/api/auth/archive/stop", { token });

describe("the archive of one's own data (threat 53)", () => {
  it("threat 53: a thief with the mailbox gets no data for 72 hours after a reset", async () => {
    const user = await approvedStartup();
    await newArchive(user);
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    await post("/api/auth/reset-password", { token, password: NEW_PASSWORD });
    const thief = await login(user.email, NEW_PASSWORD);
    expect(await requestArchive(thief)).toMatchObject({ status: 403, body: { error: "RECENTLY_RESET" } });
    expect((await downloadArchive(thief)).status).toBe(403);
    const { id: fileId } = await db.file.findFirstOrThrow({
      where: { ownerId: user.id, documents: { some: {} } },
    });
    expect((await get(`/api/files/${fileId}`, thief.token)).status).toBe(404);

    const deletion = await call("DELETE", "/api/auth/deleteMe", { token: thief.token });
    expect([deletion.status, deletion.body.error]).toEqual([403, "RECENTLY_RESET"]);

    const resetAt = (ago: number) =>
      db.user.update({ where: { id: user.id }, data: { passwordResetAt: new Date(Date.now() - ago) } });
    await resetAt(72 * HOUR - 60_000);
    expect((await downloadArchive(thief)).status).toBe(403);
    await resetAt(72 * HOUR);
    expect((await downloadArchive(thief)).status).toBe(200);
    const document = await fetch(`${urls()[0]}/api/files/${fileId}`, {
      headers: { authorization: `Bearer ${thief.token}` },
    });
    expect(document.status).toBe(200);
  });

  it("is announced by email with a link that stops it and ends every session", async () => {
    const user = await approvedStartup();
    expect((await requestArchive(user)).status).toBe(201);
    const token = tokenIn(await waitForMail(user.email, /asked for a copy of your/));
    await archiveMade(user.id);
    await waitForMail(user.email, /data is ready/);
    const { fileId } = await db.dataArchive.findFirstOrThrow({ where: { userId: user.id } });
    expect((await stop(`${token}x`)).status).toBe(422);
    expect((await stop(token)).status).toBe(200);
    expect((await get("/api/auth/me", user.token)).status).toBe(401);
    expect(await db.file.count({ where: { id: fileId! } })).toBe(0);
    expect((await downloadArchive(await login(user.email))).status).toBe(403);
    expect((await stop(token)).body.error).toBe("INVALID_TOKEN");
  });

  it("is not made before its waiting time, and not after it was stopped", async () => {
    const [waiting, stopped, due] = [
      await approvedStartup(),
      await approvedStartup(),
      await approvedStartup(),
    ];
    const archive = async (userId: string, change: { dueAt?: Date; stoppedAt?: Date }) => {
      const data = { userId, dueAt: new Date(), stopTokenHash: userId, ...change };
      const { id, dueAt } = await db.dataArchive.create({ data });
      await addJob(db, "archive", id, dueAt);
    };
    await archive(waiting.id, { dueAt: new Date(Date.now() + HOUR) });
    await archive(stopped.id, { stoppedAt: new Date() });
    // Archives are made one after the other, so the job has already skipped the previous one.
    await archive(due.id, {});
    await archiveMade(due.id);
    for (const { id } of [waiting, stopped])
      expect(await db.dataArchive.findFirst({ where: { userId: id } })).toMatchObject({ fileId: null });
  });

  it("is abandoned after a day if it cannot be made; the user is emailed and can request it again", async () => {
    expectErrorLog("archive.failed");
    const user = await approvedStartup();
    const { storageKey } = await db.file.findFirstOrThrow({
      where: { ownerId: user.id, documents: { some: {} } },
    });
    const uploads = path.join(stack().dataDir, "uploads");
    const name = readdirSync(uploads, { recursive: true }).map(String).find((file) => file.endsWith(storageKey))!; // oxfmt-ignore
    rmSync(path.join(uploads, name));
    const dueAt = new Date(Date.now() - 25 * HOUR);
    const data = { userId: user.id, dueAt, stopTokenHash: user.id };
    await addJob(db, "archive", (await db.dataArchive.create({ data })).id);
    await waitForMail(user.email, /couldn't prepare the copy/);
    expect((await requestArchive(user)).status).toBe(201);
  });

  it("is downloaded with a fresh proof only, and never as an ordinary file", async () => {
    const user = await approvedStartup();
    await newArchive(user);
    const { fileId } = await db.dataArchive.findFirstOrThrow({ where: { userId: user.id } });
    expect((await get(`/api/files/${fileId}`, user.token)).status).toBe(404);
    await db.session.updateMany({
      where: { userId: user.id },
      data: { provedAt: new Date(Date.now() - 16 * 60_000) },
    });
    expect((await downloadArchive(user)).status).toBe(403);
    expect((await requestArchive(user)).body.error).toBe("STEP_UP_REQUIRED");
    await call("POST", "/api/auth/step-up", { token: user.token, body: { password: DEMO_PASSWORD } });
    expect((await downloadArchive(user)).status).toBe(200);
  });
});
