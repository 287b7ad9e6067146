import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { openRetainedBody } from "@/lib/onboarding/retention/retained-records";
import { samplePhoto } from "../../../../prisma/seed/files";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  personalInvestor,
  post,
  urls,
  type SignedIn,
} from "../../../support/api";
import { signedPdf } from "../../../support/signed-pdf";

let applicant: SignedIn;
let signed: Buffer;
let fileId: string;

beforeAll(async () => {
  signed = await signedPdf("Some\0 Bank");
  applicant = await personalInvestor();
  await post("/api/verification", answers(freshNumber()), applicant.token);
  const form = await documents({ utilityBill: { bytes: signed, name: "bill" } });
  expect((await call("POST", "/api/verification/documents", { form, token: applicant.token })).status).toBe(200);
  fileId = (await db.document.findFirstOrThrow({ where: { name: "utilityBill", submission: { userId: applicant.id } } })).fileId;
}); // oxfmt-ignore

const fetchOriginal = (reader: SignedIn, body: object = { reason: "other" }, id = fileId) =>
  fetch(`${urls()[0]}/api/files/${id}/original`, {
    method: "POST",
    headers: { authorization: `Bearer ${reader.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the original of a document (threat 28)", () => {
  it("is stored sealed beside the safe copy, which is shown", async () => {
    const file = await db.file.findUniqueOrThrow({ where: { id: fileId }, include: { original: true } });
    expect(file).toMatchObject({ originalName: "bill.pdf", original: { size: signed.length } });
    expect([file.original!.dataKey, file.original!.sealedSha256]).not.toContain(null);
    for (const reader of [applicant, await admin()]) {
      const headers = { authorization: `Bearer ${reader.token}` };
      const shown = await fetch(`${urls()[0]}/api/files/${fileId}`, { headers });
      expect(Buffer.from(await shown.arrayBuffer()).includes("/ByteRange")).toBe(false);
      expect((await get(`/api/files/${file.originalId}`, reader.token)).status).toBe(404);
    }
  });

  it("is described with its signatures", async () => {
    const { body } = await get(`/api/files/${fileId}/original`, (await admin()).token);
    const signatures = [{ signer: "Some Bank", issuer: "Some Bank", state: "whole" }];
    expect(body.data).toEqual({ isStored: true, name: "bill.pdf", signatures });
    expect((await get(`/api/files/${fileId}/original`, applicant.token)).status).toBe(403);
  });

  it("is downloaded by a reviewer with a reason, as an attachment, and recorded each time", async () => {
    const reader = await admin();
    const before = await db.auditEvent.count({ where: { actorId: reader.id } });
    for (let i = 0; i < 2; i += 1) {
      const answer = await fetchOriginal(reader, { reason: "applicant_request" });
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(signed)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename*=UTF-8''bill.pdf",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/^default-src 'none'.*; sandbox$/) as string,
      });
    }
    const rows = await db.auditEvent.findMany({ where: { actorId: reader.id }, orderBy: { seq: "asc" } });
    expect(rows.slice(before)).toMatchObject(
      Array(2).fill({
        action: "document.viewed",
        targetId: applicant.id,
        data: { part: "document", document: "utilityBill", isOriginal: true, reason: "applicant_request" },
      }),
    );
  });

  it("needs a reason, a fresh proof, and rights, and counts as a revealed number", async () => {
    const reader = await admin();
    expect((await fetchOriginal(reader, {})).status).toBe(422);
    expect((await fetchOriginal(applicant)).status).toBe(403);
    const original = (await db.file.findUniqueOrThrow({ where: { id: fileId } })).originalId!;
    expect((await fetchOriginal(reader, { reason: "other" }, original)).status).toBe(404);
    const statuses = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await fetchOriginal(reader)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429]);
    const stale = await admin();
    const provedAt = new Date(Date.now() - 301_000);
    await db.session.updateMany({ where: { userId: stale.id }, data: { provedAt } });
    expect((await fetchOriginal(stale)).status).toBe(403);
  });

  it("is closed after a reset by email, and for a reviewer with something in common (threat 53, 64)", async () => {
    const [reset, relative] = await Promise.all([admin(), admin()]);
    await db.user.update({ where: { id: reset.id }, data: { passwordResetAt: new Date() } });
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: applicant.id } });
    await db.user.update({ where: { id: relative.id }, data: { phone } });
    const refusals = await Promise.all([reset, relative].map((reader) => fetchOriginal(reader)));
    const codes = await Promise.all(
      refusals.map(async (answer) => ((await answer.json()) as { error: string }).error),
    );
    expect(codes).toEqual(["RECENTLY_RESET", "CONFLICT"]);
    expect(await db.auditEvent.count({ where: { actorId: { in: [reset.id, relative.id] }, action: "document.viewed" } })).toBe(0); // oxfmt-ignore
  });

  it("is deleted with its safe copy", async () => {
    const user = await personalInvestor();
    const rows = () => db.file.count({ where: { ownerId: user.id } });
    const upload = async () => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(await samplePhoto(3))]), "a.jpg");
      const path = "/api/verification/draft/files/passportPhoto";
      expect((await call("PUT", path, { form, token: user.token })).status).toBe(200);
    };
    await upload();
    expect(await rows()).toBe(2);
    await upload();
    expect(await rows()).toBe(2);
    await call("DELETE", "/api/verification/draft/files/passportPhoto", { token: user.token });
    expect(await rows()).toBe(0);
  });

  it("leaves its hash in the record of an erased account (threat 54)", async () => {
    expect((await call("DELETE", "/api/auth/deleteMe", { token: applicant.token })).status).toBe(200);
    const record = await db.retainedRecord.findFirstOrThrow({ where: { userId: applicant.id } });
    const sha256 = createHash("sha256").update(signed).digest("hex");
    expect(JSON.stringify(openRetainedBody(record))).toContain(
      `as uploaded: ${signed.length} bytes, SHA-256 ${sha256}`,
    );
  });
});
