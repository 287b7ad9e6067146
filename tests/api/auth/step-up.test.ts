import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import type { Endpoint } from "@/lib/endpoint";
import { DEMO_PASSWORD } from "../../../prisma/seed/builders";
import { admin, call, del, person, post, type SignedIn } from "../../support/api";
import { approvedStartup, change } from "../../support/own-account";

/** Moves the user's last proof of identity into the past by this much. */
const proved = ({ id }: SignedIn, minutesAgo: number) =>
  db.session.updateMany({
    where: { userId: id },
    data: { provedAt: new Date(Date.now() - minutesAgo * 60_000 - 1_000) },
  });

const stepUp = (user: SignedIn, body: unknown) => post("/api/auth/step-up", body, user.token);
const guarded = Object.entries<Endpoint>(endpoints).filter(([, { proofMinutes }]) => proofMinutes);
const STRANGER = "01900000-0000-7000-8000-000000000000";

describe("step-up (threat 67)", () => {
  it("covers every call that can harm a person", () => {
    expect(guarded.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        "deleteMe",
        "deleteUser",
        "changeRole",
        "decide",
        "createSubAdmin",
        "publishPlan",
        "closePlan",
        "exportUsers",
        "exportQueue",
        "exportAudit",
        "recordReceipt",
        "importStatement",
        "matchLine",
        "matchPayouts",
        "bookLine",
        "returnLine",
        "ignoreLine",
        "undoAct",
      ]),
    );
  });

  describe("with the same two users", () => {
    let applicant: SignedIn;
    let administrator: SignedIn;
    beforeAll(async () => {
      [applicant, administrator] = await Promise.all([person({ role: "startup" }), admin(true)]);
    });

    it.each(guarded)(
      "threat 67: %s needs a proof that is fresh enough",
      async (name, { method, path, auth, proofMinutes }) => {
        const usual = auth === "applicant" ? applicant : administrator;
        const user = name === "deleteMe" ? await person({ role: "startup" }) : usual;
        const ask = async () =>
          (await call(method, path.replace(/\{\w+\}/, STRANGER), { token: user.token })).body.error;
        await proved(user, proofMinutes!);
        expect(await ask()).toBe("STEP_UP_REQUIRED");
        await proved(user, proofMinutes! - 1);
        // Successful calls do not return JSON.
        expect(await ask().catch(() => null)).not.toBe("STEP_UP_REQUIRED");
      },
    );
  });

  it("accepts the password, for this session only", async () => {
    const user = await person();
    const otherLogin = await post("/api/auth/login", { email: user.email, password: DEMO_PASSWORD });
    await proved(user, 16);
    expect(await stepUp(user, { password: "wrong" })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "password", message: "That password is incorrect" }] },
    });
    expect((await del("/api/auth/deleteMe", user.token)).status).toBe(403);
    expect((await stepUp(user, { password: DEMO_PASSWORD })).status).toBe(200);
    expect((await del("/api/auth/deleteMe", otherLogin.body.accessToken)).body.error).toBe(
      "STEP_UP_REQUIRED",
    );
    expect((await del("/api/auth/deleteMe", user.token)).status).toBe(200);
  });

  it("is not replaced by a change of the password, which asks for no second factor", async () => {
    const user = await approvedStartup();
    await proved(user, 16);
    const changed = await change(user, DEMO_PASSWORD);
    expect(changed.outcome).toMatchObject({ ok: true });
    const { accessToken } = (changed.outcome as { data: { accessToken: string } }).data;
    expect((await del("/api/auth/deleteMe", accessToken)).body.error).toBe("STEP_UP_REQUIRED");
  });
});
