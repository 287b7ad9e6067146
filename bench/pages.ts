// `npm run bench:pages`: the JavaScript of each page, and the response time to taps and keys on a throttled phone: on all steps of the
// forms and on the tables of the back office. Uses the production build with 1,000 users and Chromium. Results are printed and written to
// bench/results/pages.md and pages.json. `--rounds 1` runs each screen once, `--only TEXT` only screens whose name contains the text; with
// either, nothing is written. Other load on the machine makes interactions longer; the empty page shows by how much.
import { parseArgs } from "node:util";
import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import config from "../playwright.config";
import { ensureBuilt } from "../server/build";
import { runCommand } from "../server/process";
import { account } from "../tests/e2e/rest";
import { DEMO_PASSWORD, PASSWORD } from "../tests/e2e/support";
import { scriptBytes, weighedPages, type Visitor } from "../tests/support/page-weight";
import { InputDriver } from "./interactions";
import { journeys, type Journey } from "./journeys";
import { reportPages, type TimedInteraction, type ScriptSize } from "./pages-report";
import { createSeededDatabase, seedlineServer, stopAll } from "./servers";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string", default: "" } },
});
const USERS = 1_000;
const phone = config.projects!.find(({ name }) => name === "phone")!.use!;

/** The email address and password of a user with access to a page. */
async function credentialsFor(
  base: string,
  visitor: Exclude<Visitor, "visitor">,
): Promise<readonly [string, string]> {
  if (visitor === "administrator") return ["super@seedline.example", DEMO_PASSWORD];
  if (visitor === "startup") return ["startup@demo.example", DEMO_PASSWORD];
  return [(await account(base, visitor)).email, PASSWORD];
}

/** A new browser context of a phone in which such a user is logged in, and their email address. */
async function openContext(browser: Browser, base: string, visitor: Visitor) {
  const context = await browser.newContext({ ...phone, baseURL: base });
  if (visitor === "visitor") return { context, email: "" };
  const [email, password] = await credentialsFor(base, visitor);
  const answer = await context.request.post("/api/auth/login", { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return { context, email };
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

async function measureScripts(browser: Browser, base: string): Promise<ScriptSize[]> {
  const cached = new Map<Visitor, string>();
  const sizes: ScriptSize[] = [];
  for (const { path, kind, viewer: visitor } of weighedPages) {
    if (!cached.has(visitor)) {
      const { context } = await openContext(browser, base, visitor);
      cached.set(visitor, await cookiesOf(context));
      await context.close();
    }
    sizes.push({ path, kind, kb: (await scriptBytes(base, path, cached.get(visitor))) / 1_000 });
  }
  return sizes;
}

/** Runs a journey once and records its interactions. */
async function runJourney(
  browser: Browser,
  base: string,
  journey: Journey,
  interactions: TimedInteraction[],
): Promise<void> {
  const { context, email } = await openContext(browser, base, journey.who);
  const page = await context.newPage();
  const driver = await InputDriver.on(page, (name, press) => {
    let cached = interactions.find((one) => one.screen === journey.name && one.name === name);
    if (!cached) interactions.push((cached = { screen: journey.name, name, presses: [] }));
    cached.presses.push(press);
    process.stdout.write(`  ${name}: ${press ? `${press.total} ms` : "short"}\n`);
  });
  await page.goto(journey.path, { waitUntil: "networkidle" });
  await driver.slow();
  await journey.walk(driver, email);
  await context.close();
}

await runCommand(async () => {
  await ensureBuilt();
  try {
    const database = await createSeededDatabase(USERS);
    process.env["E2E_DATA_DIR"] = database.dataDir;
    // The server's own name, for which its cookies are set.
    const base = (await seedlineServer(database, USERS)).url.replace("127.0.0.1", "localhost");
    const browser = await chromium.launch(config.use!.launchOptions);
    try {
      const sizes = await measureScripts(browser, base);
      const interactions: TimedInteraction[] = [];
      const rounds = Number(values.rounds);
      for (let round = 1; round <= rounds; round += 1)
        for (const journey of journeys)
          if (journey.who === "visitor" || journey.name.toLowerCase().includes(values.only.toLowerCase())) {
            process.stdout.write(`Round ${round} of ${rounds}: ${journey.name}\n`);
            await runJourney(browser, base, journey, interactions);
          }
      await reportPages({ sizes, interactions }, rounds === 5 && !values.only);
    } finally {
      await browser.close();
    }
  } finally {
    await stopAll();
  }
  process.exit();
});
