import { ask, cookiesIn, logIn } from "../client";
import type { FaultRun } from "../run";
import { FaultCluster } from "../world";

const AT_ONCE = 50;
const tokenIn = (cookies: string) => /seedline\.refresh=([^;]+)/.exec(cookies)?.[1];
const refresh = (base: string, cookie: string) =>
  ask(base, "POST", "/api/auth/refresh", { headers: { cookie } });

/** Rows 11 and 13: fifty refreshes of one token on two servers, and a server killed during fifty refreshes. */
export const refreshes: FaultRun = async () => {
  const world = await FaultCluster.start({ servers: 2 });
  const [first = "", second = ""] = world.urls;
  const people = await world.people(AT_ONCE + 1, "refresh");
  const cookies: string[] = [];
  for (const { email } of people) cookies.push(cookiesIn(await logIn(first, email)));

  const raced = cookies.pop()!;
  const twins = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => refresh(i % 2 ? first : second, raced)),
  );
  const children = new Set(twins.map((reply) => tokenIn(cookiesIn(reply))));
  const refused = twins.filter(({ status }) => status !== 200).length;

  let answered = 0;
  let killed: Promise<unknown> | undefined;
  const inFlight = await Promise.all(
    cookies.map(async (cookie) => {
      const reply = await refresh(second, cookie);
      if (reply.status === 200 && (answered += 1) >= AT_ONCE / 5)
        killed ??= world.servers[1]!.stop("SIGKILL");
      return reply;
    }),
  );
  await killed;
  const lost = inFlight.filter(({ status }) => status !== 200).length;
  // Clients with a response continue with the successor, others with the original token.
  const after = await Promise.all(
    inFlight.map((reply, i) => refresh(first, reply.status === 200 ? cookiesIn(reply) : cookies[i]!)),
  );
  const loggedOut = after.filter(({ status }) => status !== 200).length;
  return [
    {
      row: 11,
      reached: `${children.size} child of ${AT_ONCE} parallel refreshes at two servers, ${refused} log-outs`,
      ok: children.size === 1 && refused === 0,
    },
    {
      row: 13,
      reached: `kill -9 during ${AT_ONCE} refreshes: ${lost} answers lost, ${loggedOut} log-outs`,
      ok: loggedOut === 0 && lost > 0,
    },
  ];
};
