import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface Delivery {
  /** The Idempotency-Key: the id of the outbox row. */
  key: string;
  to: string;
  subject: string;
  text: string;
  at: number;
}

/**
 * `ok` is 200, `slow` 200 after three seconds, `500` a temporary failure, `refuse` a permanent failure; with `late`, the email is
 * delivered, but the response arrives after the sender's timeout.
 */
export type FailureMode = "ok" | "500" | "slow" | "late" | "refuse";

/** A local server that implements Resend's protocol: POST /emails with an Idempotency-Key. It can fail, stall and lose responses. */
export class FakeResend {
  /** Deliveries by idempotency key, oldest first. */
  readonly delivered = new Map<string, Delivery>();
  attempts = 0;
  /** The modes of the next calls, in order; afterwards `manner` applies. */
  next: FailureMode[] = [];
  manner: () => FailureMode = () => "ok";
  url = "";

  private readonly server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      this.attempts += 1;
      const how = this.next.shift() ?? this.manner();
      const key = String(request.headers["idempotency-key"] ?? randomUUID());
      const answer = (status: number, body: object) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (request.url !== "/emails" || request.headers.authorization !== "Bearer re_test") {
        return answer(401, { name: "missing_api_key", message: "no", statusCode: 401 });
      }
      if (how === "500") return answer(500, { name: "application_error", message: "down", statusCode: 500 });
      if (how === "refuse")
        return answer(422, { name: "validation_error", message: "bad address", statusCode: 422 });
      if (!this.delivered.has(key)) {
        const mail = JSON.parse(text) as { to: string | string[]; subject: string; text: string };
        this.delivered.set(key, { ...mail, key, to: [mail.to].flat()[0]!, at: Date.now() });
      }
      if (how === "late") setTimeout(() => answer(200, { id: key }), 7_000).unref();
      else if (how === "slow") setTimeout(() => answer(200, { id: key }), 3_000).unref();
      else answer(200, { id: key });
    });
  });

  async start(host = "127.0.0.1"): Promise<this> {
    this.server.listen(0, host);
    await once(this.server, "listening");
    this.url = `http://${host}:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The variables with which a server sends its email to this one. */
  get env(): Record<string, string> {
    return {
      RESEND_API_KEY: "re_test",
      RESEND_API_URL: this.url,
      MAIL_FROM: "Seedline <no-reply@seedline.example>",
    };
  }

  to = (address: string): Delivery[] => [...this.delivered.values()].filter((mail) => mail.to === address);
}
