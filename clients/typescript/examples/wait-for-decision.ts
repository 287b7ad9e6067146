// Receives webhooks, and prints each decision about a submission. A webhook may arrive twice, so its id is remembered.
// Usage: SEEDLINE_KEY=... WEBHOOK_SECRET=whsec_... PORT=4000 node wait-for-decision.ts     The key needs users:read.
import { createServer, type IncomingMessage } from "node:http";
import { createSeedline, SeedlineError } from "@seedline/client";
import { Webhook } from "standardwebhooks";

const { SEEDLINE_URL: baseUrl = "http://localhost:3000", SEEDLINE_KEY: key = "" } = process.env;
const { WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
const seedline = createSeedline({ baseUrl, key });
const webhook = new Webhook(WEBHOOK_SECRET);
const seen = new Set<string>();

interface Message {
  type: string;
  /** The event; empty in a test message. */
  data: { about?: { userId?: string | null } };
}

/** Returns the message of a webhook; throws if its signature is wrong or older than five minutes. */
async function read(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = request.headers as Record<string, string>;
  return webhook.verify(Buffer.concat(chunks).toString(), headers) as Message;
}

async function report({ type, data: { about } }: Message): Promise<void> {
  const userId = about?.userId;
  if (!userId || !["submission.approved", "submission.rejected"].includes(type)) return;
  try {
    const { data: user } = await seedline.get("/api/admin/users/{userId}", { params: { path: { userId } } });
    console.log(`${user.name}: ${type.replace("submission.", "")}`);
  } catch (error) {
    // The account was deleted since.
    if (!(error instanceof SeedlineError && error.status === 404)) throw error;
  }
}

/** Returns the status of the response. After any other than 2xx, the message is sent again. */
async function receive(request: IncomingMessage): Promise<number> {
  const message = await read(request).catch(() => null);
  if (!message) return 401;
  const id = String(request.headers["webhook-id"]);
  if (seen.has(id)) return 204;
  try {
    await report(message);
    seen.add(id);
    return 204;
  } catch (error) {
    console.error(error);
    return 500;
  }
}

createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
}).listen(Number(PORT), () => console.log(`Listening on ${PORT}`));
