import { readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { deleteOrphanedFiles } from "@/lib/files/files";
import { deleteStaleTempFiles, temporaryFolder } from "@/lib/files/temporary";
import { AdvisoryLock } from "@/lib/locks";
import { deleteOldEmails } from "@/lib/mail/worker";
import { redactExpiredRejections, deleteAbandonedDrafts } from "@/lib/onboarding/retention/jobs";
import { deleteExpiredAccountData } from "@/lib/users/expiry";
import { sampleAnswers } from "../../../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { documents, until } from "../../../support/api";
import { verifyChain } from "../../../support/chain";
import { database, server } from "../../../support/installation";
import { postJson } from "../../../support/own-server";
import {
  daysAgo,
  keysOf,
  keysOnDisk,
  member,
  reviewer,
  setRejectedDaysAgo,
  startInstallation,
  statusOf,
  upload,
  userOf,
  type Member,
} from "../../../support/retention";

/** Data is stored only as long as it serves a purpose (threat 32, ADR 15). Dates in the database are moved into the past. */
startInstallation();

describe("documents of a final rejection", () => {
  it("are deleted with the numbers after the retention time; the decision and the other answers remain", async () => {
    const [old, young] = [
      await member({ verification: "rejected" }),
      await member({ verification: "rejected" }),
    ];
    const firm = await member({ role: "investor", investorType: "corporate", verification: "rejected" });
    for (const { id } of [old, firm]) await setRejectedDaysAgo(id, 61);
    await setRejectedDaysAgo(young.id, 59);
    const gone = [...(await keysOf(old.id)), ...(await keysOf(firm.id))];
    expect(gone).toHaveLength(7);
    await redactExpiredRejections();

    expect(keysOnDisk().filter((key) => gone.includes(key))).toEqual([]);
    expect(await db.file.count({ where: { storageKey: { in: gone } } })).toBe(0);
    expect(keysOnDisk()).toEqual(expect.arrayContaining(await keysOf(young.id)));
    expect((await statusOf(young)).documents).toMatchObject({ idDocument: true });

    expect(await statusOf(old)).toMatchObject({
      status: "rejected",
      rejectionReason: "The utility bill is older than 3 months.",
      documents: { idDocument: false, passportPhoto: false, utilityBill: false },
    });
    const { verification } = await userOf(old);
    expect(verification.personal).toMatchObject({ firstName: "Sample", ninNumber: "" });
    expect(verification.bankDetails).toMatchObject({ accountNumber: "", bvnNumber: "" });
    const company = (await userOf(firm)).verification.corporate!;
    expect(company.signatories.map(({ bvnNumber, idDocument }) => [bvnNumber, idDocument])).toEqual([["", null], ["", null]]); // oxfmt-ignore
    for (const field of ["ninNumber", "bvnNumber", "accountNumber"]) {
      expect(
        (
          await reviewer.send("POST", `/api/admin/users/${old.id}/reveal`, {
            field,
            reason: "other",
          })
        ).status,
      ).toBe(404);
    }
    expect(await db.decision.count({ where: { userId: old.id, status: "rejected" } })).toBe(1);
    const events = await db.auditEvent.findMany({
      where: { targetId: old.id, action: "submission.emptied" },
    });
    expect(events.map(({ actorId, data }) => [actorId, data])).toEqual([[null, { submissionId: verification.submissionId, documents: 3 }]]); // oxfmt-ignore
    expect(await verifyChain(database.url)).toBeGreaterThan(0);

    // A second run changes nothing.
    await redactExpiredRejections();
    expect(await db.auditEvent.count({ where: { action: "submission.emptied" } })).toBe(2);
  });

  it("no longer match by their redacted numbers, neither each other nor other users", async () => {
    const n = 9_001;
    const people = [
      await member({ verification: "rejected", n }),
      await member({ verification: "rejected", n }),
    ];
    const duplicates = async (user: Member) =>
      (await reviewer.send("GET", `/api/admin/users/${user.id}/duplicates`)).body.data as {
        people: { _id: string; fields: string[] }[];
      };
    expect((await duplicates(people[0]!)).people[0]!.fields).toContain("ninNumber");
    for (const { id } of people) await setRejectedDaysAgo(id, 61);
    await redactExpiredRejections();
    // Phone number, name and date of birth are not redacted.
    const { people: others } = await duplicates(people[0]!);
    expect(others.map(({ fields }) => fields)).toEqual([["phone", "nameAndBirth"]]);
  });

  it("are required again, and a complete resubmission succeeds", async () => {
    const user = await member({ verification: "rejected" });
    const [former] = await keysOf(user.id);
    await setRejectedDaysAgo(user.id, 61);
    await redactExpiredRejections();
    const masked = await user.client.send("POST", "/api/verification", { ...sampleAnswers(user.n), ninNumber: "•••••••8901" }); // oxfmt-ignore
    expect([masked.status, masked.body.message]).toEqual([422, "NIN must be 11 digits"]);
    expect((await user.client.send("POST", "/api/verification", sampleAnswers(user.n))).status).toBe(200);
    const form = await documents({ utilityBill: null });
    form.append("utilityBill", former!);
    const named = await user.client.fetch("/api/verification/documents", { method: "POST", body: form });
    expect([named.status, ((await named.json()) as { message: string }).message]).toEqual([
      422,
      "This document is no longer available. Upload it again.",
    ]);
    const sent = await user.client.fetch("/api/verification/documents", {
      method: "POST",
      body: await documents(),
    });
    expect(sent.status).toBe(200);
    expect((await statusOf(user)).status).toBe("pending");
  });

  it("remain while another submission is pending or approved, or uses the same files", async () => {
    const user = await member({ verification: "rejected" });
    await user.client.send("POST", "/api/verification", sampleAnswers(user.n));
    const ids = (await userOf(user)).verification.documents!;
    const form = new FormData();
    for (const [field, path] of Object.entries({
      identificationDocument: ids.idDocument,
      passportPhoto: ids.passportPhoto,
      utilityBill: ids.utilityBill,
    }))
      form.append(field, path!.split("/").pop()!);
    const sent = await user.client.fetch("/api/verification/documents", { method: "POST", body: form });
    expect(sent.status).toBe(200);
    await setRejectedDaysAgo(user.id, 500);
    await redactExpiredRejections();
    expect(await db.document.count({ where: { submission: { userId: user.id } } })).toBe(6);

    // Rejected again: the earlier submission is redacted, but the files remain while the later one refers to them.
    await reviewer.send("PATCH", `/api/admin/users/${user.id}/verification-status`, { status: "rejected", rejectionReason: "No." }); // oxfmt-ignore
    await redactExpiredRejections();
    expect(await db.document.count({ where: { submission: { userId: user.id } } })).toBe(3);
    expect(keysOnDisk()).toEqual(expect.arrayContaining(await keysOf(user.id)));
    const current = (await userOf(user)).verification;
    expect(current.personal!.ninNumber).toMatch(/^•{7}\d{4}$/);
    expect((await reviewer.fetch(current.documents!.idDocument!)).status).toBe(200);
  });
});

describe("submissions of another form kind", () => {
  /** Creates a submission of the other kind that is no longer the user's current one, as after a change of role. */
  const otherKind = async (user: Member, state: "pending" | "superseded") => {
    const { id: former } = await db.submission.findFirstOrThrow({ where: { userId: user.id } });
    const firm = await member({ role: "investor", investorType: "corporate", verification: "pending" });
    const { id } = await db.submission.findFirstOrThrow({ where: { userId: firm.id } });
    await db.user.update({ where: { id: firm.id }, data: { currentSubmissionId: null, submittedAt: null } });
    await db.file.updateMany({ where: { ownerId: firm.id }, data: { ownerId: user.id } });
    await db.submission.update({ where: { id }, data: { userId: user.id, state, submittedAt: daysAgo(61) } });
    return { id, former };
  };
  const documentsOf = (submissionId: string) => db.document.count({ where: { submissionId } });

  it("do not delay the redaction of a rejection, and remain while they can still be decided", async () => {
    const user = await member({ verification: "rejected" });
    await setRejectedDaysAgo(user.id, 61);
    const stale = await otherKind(user, "pending");
    await redactExpiredRejections();
    expect([await documentsOf(stale.former), (await documentsOf(stale.id)) > 0]).toEqual([0, true]);
  });

  it("are redacted after the retention time once they are superseded; the current submission is unchanged", async () => {
    const user = await member({ verification: "approved" });
    const { id, former } = await otherKind(user, "superseded");
    const files = await db.file.findMany({ where: { documents: { some: { submissionId: id } } } });
    const [shared, ...rest] = files.map(({ storageKey }) => storageKey);
    // The current submission also uses one of the files.
    await db.document.create({ data: { submissionId: former, name: "logo", fileId: files[0]!.id } });
    await db.submission.update({ where: { id }, data: { submittedAt: daysAgo(59) } });
    await redactExpiredRejections();
    expect(await documentsOf(id)).toBe(files.length);

    await db.submission.update({ where: { id }, data: { submittedAt: daysAgo(61) } });
    await redactExpiredRejections();
    expect(await documentsOf(id)).toBe(0);
    expect(keysOnDisk().filter((key) => rest.includes(key))).toEqual([]);
    expect(keysOnDisk()).toContain(shared);
    expect(await db.signatory.count({ where: { submissionId: id, bvnIndex: { not: { startsWith: "removed:" } } } })).toBe(0); // oxfmt-ignore
    expect((await userOf(user)).verification.personal!.ninNumber).toMatch(/^•{7}\d{4}$/);
  });
});

describe("abandoned forms", () => {
  it("are deleted with their documents if neither was changed during the retention time", async () => {
    const [left, typing, uploading] = [await member(), await member(), await member()];
    const files: Record<string, string> = {};
    for (const user of [left, typing, uploading]) {
      await user.client.send("PUT", "/api/verification/draft", { values: { firstName: "Ada" } });
      files[user.id] = await upload(user, "identificationDocument", await samplePdf("x"), "id.pdf");
    }
    const aged = { in: [left.id, typing.id, uploading.id] };
    await db.formDraft.updateMany({ where: { userId: aged }, data: { updatedAt: daysAgo(101) } });
    await db.file.updateMany({ where: { ownerId: aged }, data: { createdAt: daysAgo(101) } });
    await typing.client.send("PUT", "/api/verification/draft", { values: { firstName: "Ade" } });
    const second = await upload(uploading, "passportPhoto", await samplePhoto(3), "me.jpg");
    // Answers without documents, submitted long ago.
    const sent = await member();
    await sent.client.send("POST", "/api/verification", sampleAnswers(sent.n));
    await db.submission.updateMany({ where: { userId: sent.id }, data: { createdAt: daysAgo(101) } });

    await deleteAbandonedDrafts();
    expect((await left.client.send("GET", "/api/verification/draft")).body.data).toBeNull();
    for (const user of [typing, uploading]) {
      expect((await user.client.send("GET", "/api/verification/draft")).body.data).not.toBeNull();
    }
    const disk = keysOnDisk();
    expect(disk).not.toContain(files[left.id]);
    expect(disk).toEqual(expect.arrayContaining([files[typing.id], files[uploading.id], second]));
    expect(await db.submission.count({ where: { userId: sent.id } })).toBe(0);
    expect(await db.personalDetails.count({ where: { submission: { userId: sent.id } } })).toBe(0);
  });
});

describe("expired files and account data", () => {
  it("no file is orphaned after 24 hours, whatever the result of its upload (threat 32)", async () => {
    const [user, erased] = [await member(), await member({ verification: "approved" })];
    for (let turn = 0; turn < 5; turn += 1)
      await upload(user, "identificationDocument", await samplePdf(`${turn}`), "id.pdf");
    // An interrupted form, one without answers, and one that is rejected.
    await user.client.fetch("/api/verification/documents", { method: "POST", body: await documents() });
    const whole = new Response(await documents());
    const type = whole.headers.get("content-type")!;
    const bytes = new Uint8Array(await whole.arrayBuffer());
    await user.client.fetch("/api/verification/documents", {
      method: "POST",
      headers: { "content-type": type },
      body: bytes.slice(0, bytes.length - 300),
    });
    await erased.client.send("DELETE", "/api/auth/deleteMe");
    // Stored before the server died without a reference to the file.
    const { storeFile } = await import("@/lib/files/files");
    const pdf = {
      content: new Blob([new Uint8Array(await samplePdf("lost"))]),
      contentType: "application/pdf",
      sha256: "0",
    };
    const lost = await storeFile(user.id, "lost.pdf", pdf);
    await deleteOrphanedFiles();
    expect(keysOnDisk()).toContain(lost.id);

    await db.file.updateMany({ where: { attachedAt: null }, data: { createdAt: daysAgo(1.01) } });
    await deleteOrphanedFiles();
    const referred = await db.file.findMany({
      where: {
        OR: [{ documents: { some: {} } }, { draftFile: { isNot: null } }, { safeCopy: { isNot: null } }],
      },
    });
    expect(keysOnDisk().sort()).toEqual(referred.map(({ storageKey }) => storageKey).sort());
    expect(await db.file.count()).toBe(referred.length);
  });

  it("no file is deleted during a backup; the next run deletes it", async () => {
    const user = await member({ verification: "approved" });
    const keys = await keysOf(user.id);
    const backup = new pg.Client({ connectionString: database.url });
    await backup.connect();
    await backup.query("SELECT pg_advisory_lock($1)", [AdvisoryLock.backup]);
    expect((await user.client.send("DELETE", "/api/auth/deleteMe")).status).toBe(200);
    expect(keysOnDisk()).toEqual(expect.arrayContaining(keys));
    expect((await reviewer.fetch(`/api/files/${keys[0]}`)).status).toBe(404);
    await backup.end();
    await until(async () => {
      await deleteOrphanedFiles();
      return !keysOnDisk().some((key) => keys.includes(key));
    }, "the files to go");
  });

  it("a registration is deleted after 7 days, but not while its owner has just asked for a code", async () => {
    const email = `late.${Date.now()}@test.example`;
    const send = (path: string, body: object) => postJson(`${server.url}/api/auth/${path}`, body);
    const person = { name: "Ada Test", email, phone: "8031234567", password: "a long Enough pass-phrase 7" };
    const age = () => db.user.update({ where: { email }, data: { createdAt: daysAgo(7.1) } });
    const isThere = async () => {
      await deleteExpiredAccountData();
      return (await db.user.count({ where: { email } })) === 1;
    };
    expect((await send("register", person)).status).toBe(201);
    await age();
    expect(await isThere()).toBe(true);
    await db.emailCode.deleteMany({ where: { user: { email } } });
    expect((await send("register", person)).status).toBe(201);
    await db.emailCode.deleteMany({ where: { user: { email } } });
    expect(await isThere()).toBe(true);
    await age();
    expect(await isThere()).toBe(false);
  });

  it("a received file that is gone already does not end the clean-up", async () => {
    await deleteStaleTempFiles();
    const folder = temporaryFolder();
    await symlink(path.join(folder, "gone"), path.join(folder, "a-link"));
    await writeFile(path.join(folder, "old"), "x");
    await utimes(path.join(folder, "old"), daysAgo(1), daysAgo(1));
    await deleteStaleTempFiles();
    expect(await readdir(folder)).toEqual(["a-link"]);
    await rm(path.join(folder, "a-link"));
  });

  it("expired codes, reset links, sessions and delivered emails are deleted", async () => {
    const user = await member();
    await postJson(`${server.url}/api/auth/forgot-password`, { email: user.email });
    const delivered = { userId: user.id, sentAt: { not: null } };
    await until(() => db.mailOutbox.count({ where: delivered }), "the mail to be sent");
    expect(await db.mailOutbox.count({ where: { ...delivered, bodyCipher: { not: null } } })).toBe(0);
    await db.emailCode.create({ data: { userId: user.id, codeHash: "x", expiresAt: daysAgo(1.1) } });
    await db.passwordReset.updateMany({ where: { userId: user.id }, data: { expiresAt: daysAgo(1.1) } });
    await db.session.updateMany({ where: { userId: user.id }, data: { lastSeenAt: daysAgo(30.1) } });
    await db.mailOutbox.updateMany({ where: delivered, data: { sentAt: daysAgo(31) } });
    await Promise.all([deleteExpiredAccountData(), deleteOldEmails()]);
    const left = await Promise.all([
      db.emailCode.count({ where: { userId: user.id } }),
      db.passwordReset.count({ where: { userId: user.id } }),
      db.session.count({ where: { userId: user.id } }),
      db.mailOutbox.count({ where: { userId: user.id } }),
    ]);
    expect(left).toEqual([0, 0, 0, 0]);
  });
});
