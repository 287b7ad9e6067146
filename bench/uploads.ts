import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { sampleAnswers } from "../prisma/seed/answers";
import type { Database } from "../tests/support/server";
import { quantile } from "../tests/faults/load";
import { growth, residentMb } from "../tests/support/resident";
import { load, send, type Ask } from "./load";
import type { Runner } from "./others";
import { bearer, json, signIn, withPassword, type Person } from "./people";
import type { Target } from "./servers";

/** A form of three documents of 4 MB, as it goes over the line: noise, which does not compress, as a picture and in PDFs. */
async function documents(): Promise<Pick<Ask, "body"> & { type: string }> {
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

/** Signs in, and sends the answers that the documents belong to. */
async function answered(target: Target, email: string): Promise<Person> {
  const person = await signIn(target, email);
  const answer = await send(target.url, {
    method: "POST",
    path: "/api/verification",
    headers: { ...json, ...bearer(person) },
    body: JSON.stringify(sampleAnswers(Number(/\d+/.exec(email)![0]), { email })),
  });
  if (answer.status >= 300) throw new Error(answer.body.toString());
  return person;
}

/** Everybody hands in once; `connections` at a time. A slice takes the next few people. */
export async function submissions(target: Target, database: Database): Promise<Runner> {
  const emails = await withPassword(database, 16);
  const { type, body } = await documents();
  return async ({ connections }) => {
    const people = await Promise.all(emails.splice(0, connections).map((email) => answered(target, email)));
    return load(target.url, { connections: people.length, seconds: 0.001 }, (_, connection) => ({
      method: "POST",
      path: "/api/verification/documents",
      headers: { ...bearer(people[connection]!), "content-type": type },
      body,
    }));
  };
}

export interface Burst {
  uploads: number;
  /** Megabytes of the whole form. */
  size: number;
  seconds: number;
  /** Of the server, in megabytes: before, and how far it went above that. */
  idle: number;
  above: number;
  /** Milliseconds of /auth/me, asked on four connections all the while. */
  p50: number;
  p99: number;
}

const AT_ONCE = 20;

/** So many hand in at once: how much memory that takes, and how long others wait. */
export async function uploadBurst(target: Target, database: Database): Promise<Burst> {
  const emails = await withPassword(database, AT_ONCE + 1);
  const { type, body } = await documents();
  const everybody: Person[] = [];
  for (const email of emails) everybody.push(await answered(target, email));
  const [reader, ...people] = everybody as [Person, ...Person[]];
  const me = { path: "/api/auth/me", headers: bearer(reader) };

  const handIn = async (person: Person) => {
    const headers = { ...bearer(person), "content-type": type };
    const answer = await send(target.url, {
      method: "POST",
      path: "/api/verification/documents",
      headers,
      body: body!,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
  };
  // What reads documents is loaded when the first one comes.
  await handIn(reader);
  await load(target.url, { connections: 4, seconds: 2 }, () => me);

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
  const { mb } = await growth(target.pid, () => Promise.all(people.map(handIn))).finally(
    () => (busy = false),
  );
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(readers);
  return {
    uploads: AT_ONCE,
    size: Math.round(body!.length / 1e6),
    seconds: Math.round(seconds * 10) / 10,
    idle: Math.round(idle),
    above: Math.round(mb),
    p50: Math.round(quantile(times, 0.5)),
    p99: Math.round(quantile(times, 0.99)),
  };
}
