import { describe, expect, it } from "vitest";
import { act } from "../../support/action";
import { login } from "../../support/api";
import {
  credentialValidity,
  audited,
  allInvalid,
  allValid,
  sessionOf,
  approvedStartup,
} from "../../support/own-account";

describe("ending sessions", () => {
  it("ends one session at once, for all of its tokens and cookies", async () => {
    const here = await approvedStartup();
    const [there, elsewhere] = [await login(here.email), await login(here.email)];
    const sessionId = await sessionOf(there);
    const ended = await act("endSessionAction", { sessionId }, { cookies: here.cookies });
    expect(ended.outcome).toMatchObject({ ok: true });
    expect(await credentialValidity(there)).toEqual(allInvalid);
    expect(await credentialValidity(elsewhere)).toEqual(allValid);
    expect(await credentialValidity(here)).toEqual(allValid);
    expect(await audited(here.id, "session.ended")).toMatchObject([
      { actorId: here.id, data: { sessionId } },
    ]);
  });

  it("responds alike for sessions of others and for missing ones, and does not end the current session", async () => {
    const [user, stranger] = [await approvedStartup(), await approvedStartup()];
    const end = async (sessionId: string) =>
      (await act("endSessionAction", { sessionId }, { cookies: user.cookies })).outcome;
    const foreign = await end(await sessionOf(stranger));
    expect(foreign).toMatchObject({ ok: false, error: "NOT_FOUND" });
    expect(await end("01900000-0000-7000-8000-000000000000")).toEqual(foreign);
    expect(await credentialValidity(stranger)).toEqual(allValid);
    expect(await end(await sessionOf(user))).toMatchObject({ ok: false, error: "CONFLICT" });
    expect(await end("not an id")).toMatchObject({ ok: false, error: "VALIDATION_FAILED" });
    expect(await credentialValidity(user)).toEqual(allValid);
    expect(await audited(user.id, "session.ended")).toEqual([]);
  });

  it("ends all other sessions of the user, and none of other users", async () => {
    const [here, stranger] = [await approvedStartup(), await approvedStartup()];
    const others = [await login(here.email), await login(here.email)];
    const ended = await act<number>("endOtherSessionsAction", undefined, { cookies: here.cookies });
    expect(ended.outcome).toEqual({ ok: true, data: 2 });
    for (const otherSession of others) expect(await credentialValidity(otherSession)).toEqual(allInvalid);
    expect(await credentialValidity(here)).toEqual(allValid);
    expect(await credentialValidity(stranger)).toEqual(allValid);
    expect(await audited(here.id, "session.others_ended")).toMatchObject([{ data: { ended: 2 } }]);
  });
});
