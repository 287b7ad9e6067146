import { samplePdf } from "../../../prisma/seed/files";
import { ask, logIn, PASSWORD, tokenOf } from "../client";
import { BlackHole } from "../black-hole";
import { atRate, ms, quantile } from "../load";
import type { FaultRun } from "../run";
import { onCleanup, FaultCluster, type Person } from "../world";

/** With a few hundred pairs, the p95 of two identical servers differs by up to 9 %. */
const PAIRS = 3_000;
const MAILS = 40;
const UPLOADS_PER_SECOND = 0.5;
const MOST = 1.1;
/** The maximum wait of an upload for an unresponsive file service. */
const UPLOAD_MS = 6_000;

interface Side {
  base: string;
  people: Person[];
  token: string;
}

async function side(env: Record<string, string>): Promise<Side> {
  const world = await FaultCluster.start({
    env: { LIMIT_REGISTRATIONS_PER_HOUR: "100000", LIMIT_UPLOADS_PER_HOUR: "100000", ...env },
  });
  const [base = ""] = world.urls;
  const people = await world.people(50, "vendor");
  return { base, people, token: await tokenOf(base, people[0]!.email) };
}

/** Row 45: neither Resend nor UploadThing responds. Logins take as long as on a server with working services. */
export const vendors: FaultRun = async () => {
  const hole = await new BlackHole().start();
  onCleanup(() => hole.stop());
  const uploadthing = Buffer.from(JSON.stringify({ apiKey: "sk_test_1", appId: "app1", regions: ["fra1"] }));
  const well = await side({});
  const degraded = await side({
    RESEND_API_KEY: "re_test",
    RESEND_API_URL: hole.url,
    MAIL_FROM: "Seedline <no-reply@seedline.example>",
    UPLOADTHING_TOKEN: uploadthing.toString("base64"),
    UPLOADTHING_API_URL: hole.url,
    UPLOADTHING_INGEST_URL: hole.url,
  });

  const pdf = await samplePdf("Utility bill");
  const uploads: { status: number; ms: number }[] = [];
  const times = { well: [] as number[], degraded: [] as number[] };
  let over = false;
  // Emails that are always due. Created before the measurement, because hashing their passwords would distort it.
  for (const at of [well, degraded]) {
    for (let n = 0; n < MAILS; n += 1) {
      const body = {
        name: "Ada Test",
        email: `new${n}@test.example`,
        phone: "8031234567",
        password: PASSWORD,
      };
      await ask(at.base, "POST", "/api/auth/register", { body });
    }
  }
  const upload = (at: Side) =>
    atRate(
      UPLOADS_PER_SECOND,
      () => over,
      async () => {
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(pdf)]), "bill.pdf");
        const { token } = at;
        const reply = await ask(at.base, "PUT", "/api/verification/draft/files/utilityBill", { token, form });
        if (at === degraded) uploads.push(reply);
      },
    );
  const background = Promise.all([upload(well), upload(degraded)]);
  // Alternating, so that other load on the machine affects both alike.
  for (let n = 0; n < PAIRS; n += 1) {
    const { email } = well.people[n % well.people.length]!;
    for (const name of n % 2 ? (["well", "degraded"] as const) : (["degraded", "well"] as const)) {
      const reply = await logIn((name === "well" ? well : degraded).base, email);
      if (reply.status !== 200) throw new Error(`log-in: ${reply.status}`);
      times[name].push(reply.ms);
    }
  }
  over = true;
  await background;

  const p95 = { well: quantile(times.well, 0.95), degraded: quantile(times.degraded, 0.95) };
  const change = p95.degraded / p95.well;
  const slowest = Math.max(...uploads.map((reply) => reply.ms));
  const rejected = uploads.every(({ status }) => status === 503);
  return [
    {
      row: 45,
      reached: `log-in p95 ${ms(p95.degraded)}, with services that work ${ms(p95.well)} (${change > 1 ? "+" : ""}${((change - 1) * 100).toFixed(1)} %); ${uploads.length} uploads answered 503 ${rejected ? "" : "NOT ALWAYS "}within ${ms(slowest)}`,
      ok: change < MOST && rejected && slowest < UPLOAD_MS && hole.taken > 0,
    },
  ];
};
