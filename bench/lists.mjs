// `npm run bench:lists -- --users 100000`: how long the first page of each list takes with so many users, compared with 1,000.
// Both servers run at once and are asked in turn, so that what else the machine does weighs on both alike; printed are medians and
// their ratio. Everything is on 127.0.0.1 and goes with the script.
import { parseArgs } from "node:util";
import { main } from "../scripts/lib/common.mjs";
import { build, isBuilt } from "../scripts/lib/build.mjs";
import { startDatabase, startServer } from "../scripts/lib/harness.mjs";
import { seed } from "../scripts/lib/seed.mjs";

const SMALL = 1_000;
const ROUNDS = 60;

const lists = {
  "Manage Users": "excludeAdmin=true&onlySubmitted=true&role=all",
  "Manage Users, everybody": "excludeAdmin=true",
  "Manage Users, approved startups": "excludeAdmin=true&onlySubmitted=true&role=startup&status=approved",
  "Verification queue": "excludeAdmin=true&onlySubmitted=true&role=investor&status=pending",
  "Verification queue, rejected": "excludeAdmin=true&onlySubmitted=true&role=all&status=rejected",
  "Dashboard, five newest": "limit=5",
  Administrators: "role=admin&limit=100",
  "Search, one person": "excludeAdmin=true&q=person777%40",
  "Search, nobody": "excludeAdmin=true&q=xyzzy",
  "Search, two characters": "excludeAdmin=true&q=zq",
};

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function stackOf(users) {
  const database = await startDatabase({ seed: true });
  await seed({ ...database.env, NODE_ENV: "production" }, ["--users", String(users)]);
  const server = await startServer({ database });
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "super@seedline.example", password: "Demo-Passw0rd1" }),
  });
  const { accessToken } = await response.json();
  const stop = async () => {
    await server.stop();
    await database.stop();
  };
  return { url: server.url, headers: { authorization: `Bearer ${accessToken}` }, stop };
}

async function timed({ url, headers }, path) {
  const from = performance.now();
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - from;
}

await main(async () => {
  const { values } = parseArgs({ options: { users: { type: "string", default: "100000" } } });
  process.env.NODE_ENV = "production";
  if (!isBuilt(process.env)) await build();
  const stacks = [];
  try {
    for (const users of [SMALL, Number(values.users)]) stacks.push(await stackOf(users));
    const [small, large] = stacks;
    const cases = {
      ...Object.fromEntries(
        Object.entries(lists).map(([name, query]) => [name, `/api/admin/users?${query}`]),
      ),
      "Dashboard, figures": "/api/admin/statistics",
    };
    console.log(`\n${"median ms".padEnd(34)}${SMALL} users  ${values.users} users   ratio`);
    for (const [name, path] of Object.entries(cases)) {
      const times = [[], []];
      for (let round = 0; round < ROUNDS + 10; round += 1) {
        const pair = [await timed(small, path), await timed(large, path)];
        // The first rounds warm caches and the compiler.
        if (round >= 10) pair.forEach((time, side) => times[side].push(time));
      }
      const [a, b] = times.map(median);
      console.log(
        name.padEnd(34) +
          a.toFixed(1).padStart(10) +
          b.toFixed(1).padStart(14) +
          (b / a).toFixed(2).padStart(9),
      );
    }
  } finally {
    for (const stack of stacks) await stack.stop();
  }
  process.exit(0);
});
