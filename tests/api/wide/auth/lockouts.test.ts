import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import {
  codeIn,
  cookiesOf,
  freshEmail,
  person,
  registration,
  times,
  waitForMail,
  type Envelope,
} from "../../../support/api";
import { serverBeside } from "../../../support/installation";
import { postJson } from "../../../support/own-server";

/** A server behind a proxy, which names the client's address. With lower limits: 2 failures per network, 100 per account. */
const server = serverBeside({
  TRUSTED_PROXY_HOPS: "1",
  LIMIT_LOGIN_FAILURES: "2",
  LIMIT_CODE_MAILS_PER_HOUR: "5",
});

async function send(path: string, body: unknown, address: string, cookie = "") {
  const response = await postJson(server.url + path, body, { "x-forwarded-for": address, cookie });
  return { status: response.status, body: (await response.json()) as Envelope, headers: response.headers };
}

const logIn = (email: string, password: string, address: string, cookie?: string) =>
  send("/api/auth/login", { email, password }, address, cookie);
const guess = (email: string, address: string) => logIn(email, "not my password", address);

let block = 0;
/** Returns a documentation network (/48) that no other test uses. */
const freshBlock = () =>
  `2001:db8:${(process.pid % 60_000).toString(16)}:${((block += 1) << 8).toString(16)}`;
const hex = (n: number) => n.toString(16).padStart(2, "0");

describe("lock-outs by strangers (threat 59)", () => {
  it("50 networks (/64) of one subscriber (/56) do not lock an account", async () => {
    const { email } = await person();
    const home = freshBlock().slice(0, -2);
    const answers = await times(100, (i) => guess(email, `${home}${hex(i >> 1)}::1`));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4);
    expect((await logIn(email, DEMO_PASSWORD, "203.0.113.200")).status).toBe(200);
  });

  it("guesses from many networks do not lock out a browser that logged in before, which has a limit of its own", async () => {
    const { email } = await person();
    const first = await logIn(email, DEMO_PASSWORD, "203.0.113.201");
    const device = cookiesOf(first.headers);
    expect(device).toContain("seedline.device=");
    await times(100, (i) => guess(email, `198.18.${process.pid % 250}.${i >> 1}`));
    expect((await logIn(email, DEMO_PASSWORD, "203.0.113.202")).status).toBe(429);
    expect((await logIn(email, DEMO_PASSWORD, "203.0.113.202", device)).status).toBe(200);
    // The cookie of another account has no effect.
    const otherUser = await person();
    const theirs = cookiesOf((await logIn(otherUser.email, DEMO_PASSWORD, "203.0.113.203")).headers);
    expect((await logIn(email, DEMO_PASSWORD, "203.0.113.203", theirs)).status).toBe(429);
    const wrong = await times(10, () => logIn(email, "not my password", "203.0.113.202", device));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(2);
    expect((await logIn(email, DEMO_PASSWORD, "203.0.113.202", device)).status).toBe(429);
  });

  it("reset requests from many networks leave those of a browser that logged in before, which has a limit of its own", async () => {
    const { email } = await person();
    const device = cookiesOf((await logIn(email, DEMO_PASSWORD, "203.0.113.203")).headers);
    const forgot = async (address: string, cookie?: string) =>
      (await send("/api/auth/forgot-password", { email }, address, cookie)).status;
    const strangers = await times(41, (i) => forgot(`198.19.${process.pid % 250}.${i}`));
    expect(strangers.filter((status) => status === 200)).toHaveLength(40);
    expect(await forgot("203.0.113.204")).toBe(429);
    const ownRequests = await times(6, () => forgot("203.0.113.204", device));
    expect(ownRequests.toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
    await waitForMail(email, /Reset your .* password/);
  });

  it("all browsers of an account that logged in before share an upper limit", async () => {
    const { email } = await person();
    const devices: string[] = [];
    for (let n = 0; n < 7; n += 1)
      devices.push(cookiesOf((await logIn(email, DEMO_PASSWORD, `203.0.113.${210 + n}`)).headers));
    const guesses = await times(14, (i) =>
      logIn(email, "not my password", `203.0.113.${220 + i}`, devices[i >> 1]),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  const newcomer = async () => {
    const email = freshEmail();
    await send("/api/auth/register", registration(email), "203.0.113.204");
    const code = codeIn(await waitForMail(email, /code/));
    return { email, code, wrong: code === "000000" ? "000001" : "000000" };
  };
  const verify = (email: string, code: string, address: string) =>
    send("/api/auth/verify-email", { email, code }, address);

  it("a stranger's 100 wrong codes leave the newcomer's attempts", async () => {
    const { email, code, wrong } = await newcomer();
    const guesses = await times(100, () => verify(email, wrong, "203.0.113.205"));
    expect(guesses.filter(({ body }) => body.error === "INVALID_CODE")).toHaveLength(5);
    expect((await verify(email, code, "203.0.113.205")).status).toBe(429);
    expect((await verify(email, code, "203.0.113.206")).status).toBe(200);
  });

  it("all networks of one provider (/48) together have 10 attempts per code, which leave the newcomer's", async () => {
    const { email, code, wrong } = await newcomer();
    const provider = freshBlock().split(":").slice(0, 3).join(":");
    const guesses = await times(60, (i) => verify(email, wrong, `${provider}:${hex(i)}${hex(i)}::1`));
    expect(guesses.filter(({ body }) => body.error === "INVALID_CODE")).toHaveLength(10);
    expect((await verify(email, code, "203.0.113.208")).status).toBe(200);
  });

  it("all networks together have 20 attempts per code", async () => {
    const { email, code, wrong } = await newcomer();
    const guesses = await times(40, (i) => verify(email, wrong, `198.19.${process.pid % 250}.${i}`));
    expect(guesses.filter(({ body }) => body.error === "INVALID_CODE")).toHaveLength(20);
    expect((await verify(email, code, "203.0.113.207")).status).toBe(429);
  });
});
