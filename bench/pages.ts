// `npm run bench:pages`: how much JavaScript each page brings, and how long after a press or a key on a slow phone the screen answers: on
// every step of the forms and on the tables of the back office. The built product on a database of 1,000 users, in this machine's Chromium.
// Printed and written to bench/results/pages.md and pages.json. `--rounds 1` goes through each screen once, `--only TEXT` only through
// those whose name has that text; either leaves bench/results as it is. Other work on the machine makes presses longer, also those on the
// empty page, which tell by how much.
import { parseArgs } from "node:util";
import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import config from "../playwright.config";
import { ensureBuilt } from "../server/build";
import { runCommand } from "../server/process";
import { account } from "../tests/e2e/rest";
import { DEMO_PASSWORD, PASSWORD } from "../tests/e2e/support";
import { scriptBytes, weighedPages, type Looker } from "../tests/support/page-weight";
import { Hand } from "./interactions";
import { journeys, type Journey } from "./journeys";
import { reportPages, type Timed, type Weight } from "./pages-report";
import { databaseOf, product, stopAll } from "./servers";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string", default: "" } },
});
const USERS = 1_000;
const phone = config.projects!.find(({ name }) => name === "phone")!.use!;

/** An address and a password of somebody for whom a page is. */
async function someone(base: string, looker: Exclude<Looker, "nobody">): Promise<readonly [string, string]> {
  if (looker === "administrator") return ["super@seedline.example", DEMO_PASSWORD];
  if (looker === "startup") return ["startup@demo.example", DEMO_PASSWORD];
  return [(await account(base, looker)).email, PASSWORD];
}

/** A browser without a past, on a phone, in which such a person is signed in; and their address. */
async function signedIn(browser: Browser, base: string, looker: Looker) {
  const context = await browser.newContext({ ...phone, baseURL: base });
  if (looker === "nobody") return { context, email: "" };
  const [email, password] = await someone(base, looker);
  const answer = await context.request.post("/api/auth/login", { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return { context, email };
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

async function weigh(browser: Browser, base: string): Promise<Weight[]> {
  const known = new Map<Looker, string>();
  const weights: Weight[] = [];
  for (const { path, kind, looker } of weighedPages) {
    if (!known.has(looker)) {
      const { context } = await signedIn(browser, base, looker);
      known.set(looker, await cookiesOf(context));
      await context.close();
    }
    weights.push({ path, kind, kb: (await scriptBytes(base, path, known.get(looker))) / 1_000 });
  }
  return weights;
}

/** Goes through a screen once and adds each press to what is known of it. */
async function goThrough(browser: Browser, base: string, journey: Journey, timed: Timed[]): Promise<void> {
  const { context, email } = await signedIn(browser, base, journey.who);
  const page = await context.newPage();
  const hand = await Hand.on(page, (name, press) => {
    let known = timed.find((one) => one.screen === journey.name && one.name === name);
    if (!known) timed.push((known = { screen: journey.name, name, presses: [] }));
    known.presses.push(press);
    process.stdout.write(`  ${name}: ${press ? `${press.total} ms` : "short"}\n`);
  });
  await page.goto(journey.path, { waitUntil: "networkidle" });
  await hand.slow();
  await journey.walk(hand, email);
  await context.close();
}

await runCommand(async () => {
  await ensureBuilt();
  try {
    const database = await databaseOf(USERS);
    process.env["E2E_DATA_DIR"] = database.dataDir;
    // As the server calls itself: its cookies are for that name.
    const base = (await product(database, USERS)).url.replace("127.0.0.1", "localhost");
    const browser = await chromium.launch(config.use!.launchOptions);
    try {
      const weights = await weigh(browser, base);
      const timed: Timed[] = [];
      const rounds = Number(values.rounds);
      for (let round = 1; round <= rounds; round += 1)
        for (const journey of journeys)
          if (journey.who === "nobody" || journey.name.toLowerCase().includes(values.only.toLowerCase())) {
            process.stdout.write(`Round ${round} of ${rounds}: ${journey.name}\n`);
            await goThrough(browser, base, journey, timed);
          }
      await reportPages({ weights, timed }, rounds === 5 && !values.only);
    } finally {
      await browser.close();
    }
  } finally {
    await stopAll();
  }
  process.exit();
});
