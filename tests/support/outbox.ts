import { readdir } from "node:fs/promises";
import path from "node:path";
import { readIfPresent } from "@/lib/mail/read-if-present";

/** The emails written by a server to its outbox folder (lib/mail/transport.ts). */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: string;
}

/** A minute before these tests began; file names begin with the time. Earlier emails belong to other tests. */
const since = new Date(Date.now() - 60_000).toISOString().replace(/[:.]/g, "-");

const known = new Map<string, Mail>();

/** An email is written once, so it is read once. Returns null if a server has deleted it since, e.g. with its recipient's account. */
async function mailIn(file: string): Promise<Mail | null> {
  const read = known.get(file);
  if (read) return read;
  const text = await readIfPresent(file);
  if (text === null) return null;
  const mail = JSON.parse(text) as Mail;
  known.set(file, mail);
  return mail;
}

/** Returns all recent emails to an address, oldest first. */
export async function mailsIn(folder: string, address: string): Promise<Mail[]> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name >= since && name.endsWith(".json"),
  );
  const mails = await Promise.all(names.sort().map((name) => mailIn(path.join(folder, name))));
  return mails.filter((mail) => mail !== null).filter((mail) => mail.to === address);
}
