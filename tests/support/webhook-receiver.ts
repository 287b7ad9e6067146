import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

interface Message {
  type: string;
  timestamp: string;
  data: { _id?: string; number?: string; kind?: string; about?: Record<string, string | null> };
}

/** A request to a receiver. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
  body: Message;
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | "hang" | "close";

/** A program that receives webhooks. */
export class WebhookReceiver implements AsyncDisposable {
  /** The requests, oldest first. */
  readonly received: Received[] = [];
  /** The answer to a request. */
  answer: (request: Received) => Answer | Promise<Answer> = () => ({ status: 204 });
  url = "";

  private readonly server = http.createServer((request, response) => void this.serve(request, response));

  private async serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const received = { path: request.url ?? "", headers, text, body: JSON.parse(text) as Message };
    this.received.push(received);
    const answer = await this.answer(received);
    if (answer === "hang") return;
    if (answer === "close") return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async start(): Promise<this> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Returns the messages about the row with this id, each verified with a secret. Throws if a signature is wrong. */
  about(id: string, secret: string): Message[] {
    return this.received
      .filter(({ body }) => Object.values(body.data.about ?? {}).includes(id))
      .map(({ text, headers }) => new Webhook(secret).verify(text, headers) as Message);
  }
}

/** Starts a receiver. */
export const startReceiver = (): Promise<WebhookReceiver> => new WebhookReceiver().start();
