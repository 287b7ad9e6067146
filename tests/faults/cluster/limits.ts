import { ask, cookiesIn, logIn, PASSWORD } from "../client";
import { until } from "../world";
import type { Proof } from "./cluster";

const times = <T>(count: number, call: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

/** threat 1: a hundred wrong codes in parallel on any server, then the right one. */
const codes: Proof = async ({ url, resend }) => {
  const email = "codes@test.example";
  const body = { name: "Ada Test", email, phone: "8031234567", password: PASSWORD };
  await ask(url, "POST", "/api/auth/register", { body });
  const mail = () => resend.to(email).findLast(({ subject }) => subject.endsWith(" code"));
  await until(() => mail() !== undefined, "a code");
  const right = /^(\d{6})$/m.exec(mail()!.text)![1]!;
  const verify = (code: string) => ask(url, "POST", "/api/auth/verify-email", { body: { email, code } });
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  const replies = await times(100, () => verify(wrong));
  const evaluated = replies.filter(({ body }) => body?.error === "INVALID_CODE").length;
  const after = await verify(right);
  return [
    {
      name: "codes (threat 1)",
      reached: `${evaluated} of 100 wrong codes were looked at, the right one then answers ${after.status}`,
      ok: evaluated > 0 && evaluated <= 5 && after.status !== 200,
    },
  ];
};

/** threat 4: two hundred wrong passwords from one client with forged addresses, then a hundred users from the same address. */
const passwords: Proof = async ({ url, world }) => {
  const [victim, ...people] = await world.people(101, "limits");
  const replies = await times(200, (n) =>
    ask(url, "POST", "/api/auth/login", {
      body: { email: victim!.email, password: "wrong password" },
      headers: { "x-forwarded-for": `10.0.${n}.1`, forwarded: `for=10.0.${n}.1`, "x-real-ip": `10.0.${n}.1` },
    }),
  );
  const tried = replies.filter(({ status }) => status === 401).length;
  const waiting = replies.filter(({ status }) => status === 429).length;
  const passed = (await Promise.all(people.map(({ email }) => logIn(url, email)))).filter(
    ({ status }) => status === 200,
  ).length;
  return [
    {
      name: "passwords (threat 4)",
      reached: `${tried} of 200 wrong passwords were tried, ${waiting} told to wait; ${passed} of ${people.length} right ones passed`,
      ok: tried > 0 && tried <= 10 && tried + waiting === 200 && passed === people.length,
    },
  ];
};

/** threat 11: fifty parallel refreshes of one token. */
const refreshes: Proof = async ({ url, world }) => {
  const [one] = await world.people(1, "refresh");
  const cookie = cookiesIn(await logIn(url, one!.email));
  const replies = await times(50, () => ask(url, "POST", "/api/auth/refresh", { headers: { cookie } }));
  const children = new Set(replies.map((reply) => /seedline\.refresh=([^;]+)/.exec(cookiesIn(reply))?.[1]));
  const refused = replies.filter(({ status }) => status !== 200).length;
  return [
    {
      name: "refreshes (threat 11)",
      reached: `${children.size} child of 50 parallel refreshes, ${refused} refused`,
      ok: children.size === 1 && refused === 0,
    },
  ];
};

/** Limits and token rotation apply across servers, and forged addresses have no effect. */
export const limits: Proof = async (cluster) => [
  ...(await codes(cluster)),
  ...(await passwords(cluster)),
  ...(await refreshes(cluster)),
];
