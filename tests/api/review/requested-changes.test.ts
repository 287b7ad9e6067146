import { describe, expect, it } from "vitest";
import { samplePhoto } from "../../../prisma/seed/files";
import { get, post, times, waitForMail } from "../../support/api";
import {
  currentOf,
  review,
  flag,
  requestChanges,
  asked,
  partsOf,
  sendText,
  sendFiles,
  sameDocuments,
  applicant,
  returned,
} from "../../support/requested-changes";

describe("a request for changes", () => {
  it("is a rejection that lists the flagged parts, to the applicant alone", async () => {
    const { user, reviewer } = await applicant();
    expect((await requestChanges(user, reviewer)).status).toBe(422);
    await review(user, reviewer, { part: "nextOfKin", verdict: "fine" });
    await flag(user, reviewer, "documents.idDocument", "blurred", "Photograph it in daylight.");
    await flag(user, reviewer, "bankDetails.accountName", "name_differs");
    expect(await asked(user)).toEqual([]);
    const before = await currentOf(user);
    const path = `/api/admin/users/${user.id}`;
    const { current } = await partsOf(user, reviewer);
    const seen = current.flatMap(({ part, reason, at }) => (reason ? [{ part, at }] : []));
    expect(seen).toHaveLength(2);
    // A colleague has flagged something else, or changed a flag, since this reviewer looked.
    for (const outdated of [seen.slice(1), [seen[0], { ...seen[1], at: new Date(0).toISOString() }]]) {
      const body = { submissionId: before, seen: outdated };
      expect((await post(`${path}/request-changes`, body, reviewer.token)).body.error).toBe("CONFLICT");
    }
    const answers = await times(5, () => requestChanges(user, reviewer, before));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const reason =
      "Account name: The name differs from your other answers.\nID document: It is blurred or hard to read. Photograph it in daylight.";
    const status = (await get("/api/verification/status", user.token)).body.data as object;
    expect(status).toMatchObject({ status: "rejected", rejectionReason: reason });
    expect((await waitForMail(user.email, /^Please change parts of your verification$/)).text).toContain(
      "daylight",
    );
    expect(await asked(user)).toEqual([
      { part: "bankDetails.accountName", label: "Account name", reason: "name_differs", note: null },
      {
        part: "documents.idDocument",
        label: "ID document",
        reason: "blurred",
        note: "Photograph it in daylight.",
      },
    ]);
  });

  it("opens only the flagged parts: the server refuses other answers and documents at their fields", async () => {
    const flagged = ["bankDetails", "documents.idDocument"];
    const { user, reviewer, own } = await returned(await applicant(), ...flagged);
    const refused = await sendText(user, {
      ...own,
      firstName: "Other",
      kinFullName: "Somebody Else",
      accountName: "New Name",
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ path }) => path).sort()).toEqual(["firstName", "kinFullName"]);
    // A number is compared although it is masked.
    const otherNin = await sendText(user, { ...own, ninNumber: `${own.ninNumber.slice(1)}1` });
    expect(otherNin.body.errors?.map(({ path }) => path)).toEqual(["ninNumber"]);
    expect((await sendText(user, { ...own, accountName: "New Name", bvnNumber: "42345678901" })).status).toBe(
      200,
    );

    const photo = await sendFiles(user, await sameDocuments(user, { passportPhoto: await samplePhoto(200) }));
    expect(photo.body.errors?.map(({ path }) => path)).toEqual(["passportPhoto"]);
    expect((await get("/api/verification/status", user.token)).body.data).toMatchObject({
      status: "rejected",
    });
    const fine = await sendFiles(
      user,
      await sameDocuments(user, { identificationDocument: await samplePhoto(201) }),
    );
    expect(fine.status).toBe(200);

    // The next reviewer sees the findings of the previous round.
    const parts = await partsOf(user, reviewer);
    expect([parts.current, parts.previous.map(({ part }) => part)]).toEqual([[], flagged]);
    expect(await asked(user)).toEqual([]);
  });
});
