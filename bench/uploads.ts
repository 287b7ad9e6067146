import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { sampleAnswers } from "../prisma/seed/answers";
import type { Database } from "../tests/support/server";
import { quantile } from "../tests/faults/load";
import { measureRssGrowth, residentMb } from "../tests/support/process-memory";
import { runClosedLoop, send, type RequestSpec } from "./load";
import type { Runner } from "./mixed-cases";
import { bearer, json, signIn, setDemoPasswords, type BenchUser } from "./sign-in";
import type { Target } from "./servers";

/** A multipart form with three documents of 4 MB: incompressible noise as an image and in PDFs. */
async function documents(): Promise<Pick<RequestSpec, "body"> & { type: string }> {
  const noise = sharp({
    create: {
      width: 2_400,
      height: 2_400,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  const photo = await noise.jpeg({ quality: 88 }).toBuffer();
  const pdf = await PDFDocument.create();
  const image = await pdf.embedJpg(photo);
  pdf.addPage([600, 600]).drawImage(image, { x: 0, y: 0, width: 600, height: 600 });
  const scan = new Blob([new Uint8Array(await pdf.save())], { type: "application/pdf" });
  const form = new FormData();
  form.set("identificationDocument", scan, "identity.pdf");
  form.set("utilityBill", scan, "utility.pdf");
  form.set("passportPhoto", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "photo.jpg");
  const whole = new Response(form);
  return { type: whole.headers.get("content-type")!, body: Buffer.from(await whole.arrayBuffer()) };
}

/** Logs in and submits the answers that precede the documents. */
async function signInAndAnswer(target: Target, email: string): Promise<BenchUser> {
  const user = await signIn(target, email);
  const answer = await send(target.url, {
    method: "POST",
    path: "/api/verification",
    headers: { ...json, ...bearer(user) },
    body: JSON.stringify(sampleAnswers(Number(/\d+/.exec(email)![0]), { email })),
  });
  if (answer.status >= 300) throw new Error(answer.body.toString());
  return user;
}

/** Each user submits once, `connections` of them in parallel. A sample takes the next users. */
export async function submissions(target: Target, database: Database): Promise<Runner> {
  const emails = await setDemoPasswords(database, 16);
  const { type, body } = await documents();
  return async ({ connections }) => {
    const submitters = await Promise.all(
      emails.splice(0, connections).map((email) => signInAndAnswer(target, email)),
    );
    return runClosedLoop(target.url, { connections: submitters.length, seconds: 0.001 }, (_, connection) => ({
      method: "POST",
      path: "/api/verification/documents",
      headers: { ...bearer(submitters[connection]!), "content-type": type },
      body,
    }));
  };
}

export interface Burst {
  uploads: number;
  /** Megabytes of the whole form. */
  size: number;
  seconds: number;
  /** The server's memory in megabytes: before the burst, and its growth. */
  idle: number;
  memoryGrowth: number;
  /** Milliseconds of /auth/me, requested on four connections during the burst. */
  p50: number;
  p99: number;
}

const PARALLEL_UPLOADS = 20;

/** Measures memory growth and the latency of other requests during parallel submissions. */
export async function uploadBurst(target: Target, database: Database): Promise<Burst> {
  const emails = await setDemoPasswords(database, PARALLEL_UPLOADS + 1);
  const { type, body } = await documents();
  const users: BenchUser[] = [];
  for (const email of emails) users.push(await signInAndAnswer(target, email));
  const [reader, ...submitters] = users as [BenchUser, ...BenchUser[]];
  const me = { path: "/api/auth/me", headers: bearer(reader) };

  const submitDocuments = async (user: BenchUser) => {
    const headers = { ...bearer(user), "content-type": type };
    const answer = await send(target.url, {
      method: "POST",
      path: "/api/verification/documents",
      headers,
      body: body!,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
  };
  // The modules for documents are loaded lazily.
  await submitDocuments(reader);
  await runClosedLoop(target.url, { connections: 4, seconds: 2 }, () => me);

  const idle = residentMb(target.pid);
  const times: number[] = [];
  let busy = true;
  const read = async () => {
    while (busy) {
      const from = performance.now();
      await send(target.url, me);
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const readers = [read(), read(), read(), read()];
  const began = performance.now();
  const { mb } = await measureRssGrowth(target.pid, () =>
    Promise.all(submitters.map(submitDocuments)),
  ).finally(() => (busy = false));
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(readers);
  return {
    uploads: PARALLEL_UPLOADS,
    size: Math.round(body!.length / 1e6),
    seconds: Math.round(seconds * 10) / 10,
    idle: Math.round(idle),
    memoryGrowth: Math.round(mb),
    p50: Math.round(quantile(times, 0.5)),
    p99: Math.round(quantile(times, 0.99)),
  };
}
