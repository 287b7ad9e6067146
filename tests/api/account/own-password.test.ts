import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../../../prisma/seed/builders";
import { login, waitForMail } from "../../support/api";
import {
  NEW_PASSWORD,
  credentialValidity,
  audited,
  change,
  allInvalid,
  allValid,
  sessionOf,
  approvedStartup,
} from "../../support/own-account";

describe("changing the password", () => {
  it("ends every session, starts a new one in this browser, notifies the owner and is recorded in the audit log", async () => {
    const here = await approvedStartup();
    const there = await login(here.email);
    const answer = await change(here, DEMO_PASSWORD);
    expect(answer.outcome).toMatchObject({ ok: true });
    const token = answer.outcome!.ok ? answer.outcome!.data.accessToken : "";

    expect(await credentialValidity(here)).toEqual(allInvalid);
    expect(await credentialValidity(there)).toEqual(allInvalid);
    const fresh = { token, cookies: answer.cookies };
    expect(await sessionOf(fresh)).not.toBe(await sessionOf(here));
    expect(await credentialValidity(fresh)).toEqual(allValid);

    await expect(login(here.email)).rejects.toThrow("401");
    expect((await login(here.email, NEW_PASSWORD)).id).toBe(here.id);
    await waitForMail(here.email, /password was changed/);
    expect(await audited(here.id, "user.password_changed")).toMatchObject([{ actorId: here.id }]);
  });
});
