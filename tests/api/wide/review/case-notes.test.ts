import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { mailsTo, until, urls } from "../../../support/api";
import { assign, decide, staff, submittedAgo, timelineOf, type Person } from "../../../support/cases";
import { signInAt } from "../../../support/own-server";

/** Reviewers' notes on a case, and its timeline (product 10.15). */
let ada: Person, bola: Person, chief: Person;

beforeAll(async () => {
  const [first, second] = urls();
  ada = await staff("Ada Obi", false, { url: first });
  bola = await staff("Bola Ade", false, { url: second });
  chief = await staff("Chief Reviewer", true, { url: first });
});

describe("notes and timeline", () => {
  it("show reviewers the events, and the notes with their authors", async () => {
    const { id, email } = await submittedAgo(1);
    await assign(ada, [id], ada.id);
    const text = "Compare the NIN 12345678901 with the passport";
    const added = await ada.send("POST", `/api/admin/users/${id}/notes`, { text, mentions: [bola.id] });
    expect([added.status, added.body.message]).toEqual([201, "Note added"]);
    const mail = await until(
      async () =>
        (await mailsTo(bola.email)).find(({ subject }) => subject === "Ada Obi mentioned you in a note"),
      "an email to the mentioned colleague",
    );
    expect(mail.text).toContain(`/admin/verification/${id}`);
    expect(mail.text).not.toContain("12345678901");
    await decide(bola, id, { status: "rejected", rejectionReason: "Blurred photo" });
    await until(
      async () => (await timelineOf(ada, id)).some(({ action }) => action === "emailed"),
      "the email",
    );

    const plain = await timelineOf(ada, id);
    expect(plain.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["emailed", "rejected", "noted", "claimed", "account_read"]),
    );
    expect(plain.find(({ action }) => action === "noted")).toMatchObject({ actor: "Ada Obi", note: text });
    expect(plain.find(({ action }) => action === "rejected")).toMatchObject({ actor: null });
    const full = await timelineOf(chief, id);
    expect(full.find(({ action }) => action === "rejected")).toMatchObject({ actor: "Bola Ade" });

    // The applicant cannot read notes, the audit chain does not contain them, and they are deleted with the user.
    const applicant = await signInAt(urls()[0], email);
    expect((await applicant.send("GET", `/api/admin/users/${id}/review`)).status).toBe(403);
    const events = await db.auditEvent.findMany({ where: { targetId: id } });
    expect(events.some(({ action }) => action === "case.noted")).toBe(true);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain("passport");
    await chief.send("DELETE", `/api/admin/users/${id}?reason=test`);
    expect(await db.auditNote.count({ where: { userId: id } })).toBe(0);
  });

  it("are refused if they are empty, too long, or mention somebody who is not a reviewer", async () => {
    const { id } = await submittedAgo(1);
    const add = (body: object) => ada.send("POST", `/api/admin/users/${id}/notes`, body);
    expect((await add({ text: "  " })).body.errors?.[0]).toEqual({ path: "text", message: "Write a note" });
    expect((await add({ text: "a".repeat(2001) })).status).toBe(422);
    expect((await add({ text: "Look", mentions: [id] })).body.errors?.[0]?.path).toBe("mentions");
    expect(await db.auditNote.count({ where: { userId: id } })).toBe(0);
  });
});
