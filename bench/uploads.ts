import { setTimeout } from "node:timers/promises";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { sampleAnswers } from "../prisma/seed/answers";
import { quantile } from "../tests/faults/load";
import { measureRssGrowth, residentMb } from "../tests/support/process-memory";
import { send, type RequestSpec } from "./load";
import { bearer, json, signIn, setDemoPasswords, type BenchUser } from "./sign-in";
import type { Target } from "./servers";

/** Builds a multipart form with three documents of 4 MB: incompressible noise as an image and in PDFs. */
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

/** Milliseconds per request. */
interface Latency {
  p50: number;
  p99: number;
}

export interface UploadFigures {
  uploads: number;
  /** Megabytes of each form. */
  mb: number;
  seconds: number;
  /** The server's memory in megabytes: before the uploads, and its growth. */
  idleMb: number;
  growthMb: number;
  /** /auth/me, requested on four connections before and during the uploads. */
  idle: Latency;
  busy: Latency;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const latency = (times: number[]): Latency => ({
  p50: tenth(quantile(times, 0.5)),
  p99: tenth(quantile(times, 0.99)),
});

/** Measures memory growth and the latency of other requests during parallel submissions. */
export async function measureUploads(target: Target, uploads: number): Promise<UploadFigures> {
  const emails = await setDemoPasswords(target.database, uploads + 1);
  const { type, body } = await documents();
  const users: BenchUser[] = [];
  for (const email of emails) users.push(await signInAndAnswer(target, email));
  const [reader, ...submitters] = users as [BenchUser, ...BenchUser[]];

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
  /** Times calls of /auth/me until `work` has ended, with pauses of 20 ms. */
  const readDuring = async (work: Promise<unknown>) => {
    const times: number[] = [];
    let isWorking = true;
    const read = async () => {
      while (isWorking) {
        const from = performance.now();
        await send(target.url, { path: "/api/auth/me", headers: bearer(reader) });
        times.push(performance.now() - from);
        await setTimeout(20);
      }
    };
    const readers = [read(), read(), read(), read()];
    await work.finally(() => (isWorking = false));
    await Promise.all(readers);
    return latency(times);
  };

  // The modules for documents are loaded lazily.
  await submitDocuments(reader);
  await readDuring(setTimeout(1_000));
  const idle = await readDuring(setTimeout(2_000));
  const idleMb = residentMb(target.pid);
  const began = performance.now();
  const burst = measureRssGrowth(target.pid, async () => {
    await Promise.all(submitters.map(submitDocuments));
    return (performance.now() - began) / 1_000;
  });
  const busy = await readDuring(burst);
  const { result: seconds, mb: growthMb } = await burst;
  return {
    uploads,
    mb: Math.round(body!.length / 1e6),
    seconds: tenth(seconds),
    idleMb: Math.round(idleMb),
    growthMb: Math.round(growthMb),
    idle,
    busy,
  };
}
