import { describe, expect, it } from "vitest";
import { samplePhoto } from "../../../prisma/seed/files";
import { call, put } from "../../support/api";
import { draftOf, personalAccount, upload } from "../../support/draft";

describe("conflicting saves of a draft (ADR 9)", () => {
  it("returns 409 to a device that has not seen the latest answers", async () => {
    const user = await personalAccount();
    const save = (values: Record<string, unknown>, savedAt?: unknown) =>
      put("/api/verification/draft", { values, savedAt }, user.token);
    const at = (answer: { body: { data: never } }) => (answer.body.data as { savedAt: string }).savedAt;
    const never = new Date(0).toISOString();

    const first = await save({ firstName: "Ada", _device: "phone" }, never);
    expect(first.status).toBe(200);
    expect((await draftOf(user))!.savedAt).toBe(at(first));
    // The device has seen no state, or an earlier one.
    const blind = await save({ firstName: "Bo", _device: "laptop" }, never);
    expect([blind.status, blind.body.error, blind.body.message, blind.body.data]).toEqual([
      409,
      "DRAFT_CHANGED",
      "You changed this form on another device",
      { savedAt: at(first) },
    ]);
    expect((await draftOf(user))!.values["firstName"]).toBe("Ada");
    const second = await save({ firstName: "Bo", _device: "laptop" }, at(first));
    expect(second.status).toBe(200);
    expect((await save({ firstName: "Ada", _device: "phone" }, at(first))).status).toBe(409);
    // A clock that is two days ahead does not make a version newer.
    const ahead = new Date(Date.now() + 48 * 3_600_000).toISOString();
    expect((await save({ firstName: "Ada", _device: "phone" }, ahead)).status).toBe(409);
    // A save without a device name counts as another device.
    expect((await save({ firstName: "Ada" }, at(first))).status).toBe(409);

    // A response may be lost, so a device may overwrite its own last save.
    expect((await save({ firstName: "Bola", _device: "laptop" }, at(first))).status).toBe(200);
    // Uploading a document does not change savedAt.
    const seen = (await draftOf(user))!.savedAt;
    await upload(user, "passportPhoto", await samplePhoto(5), "me.jpg");
    expect((await draftOf(user))!.savedAt).toBe(seen);
    expect((await save({ firstName: "Ada", _device: "phone" }, seen)).status).toBe(200);

    // A save without savedAt always succeeds.
    for (const silent of [undefined, null, ""]) {
      expect((await save({ firstName: "Eve", _device: "tablet" }, silent)).status).toBe(200);
    }
    const nonsense = await save({ firstName: "Eve" }, "yesterday");
    expect([nonsense.status, nonsense.body.errors?.[0]?.path]).toEqual([422, "savedAt"]);
  });

  it("accepts one of ten parallel saves of the same state and returns 409 to the others", async () => {
    const user = await personalAccount();
    const first = await put("/api/verification/draft", { values: { _device: "a" } }, user.token);
    const { savedAt } = first.body.data as { savedAt: string };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call("PUT", "/api/verification/draft", {
          body: { values: { firstName: `Ada ${i}`, _device: `device ${i}` }, savedAt },
          token: user.token,
          server: i % 2 ? 1 : 0,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await draftOf(user))!.values["firstName"]).toBe(`Ada ${winner}`);
  });
});
