import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { headLines, headsFile } from "@/lib/audit/heads-file";
import { deliverHeads } from "@/lib/audit/sink";
import { withChangedChain } from "../../../support/audit-chain";
import { command } from "../../../support/command";
import {
  addServer,
  buildIn,
  database,
  server,
  staff,
  ownInstallation,
  type Staff,
} from "../../../support/installation";
import { pendingInvestor } from "../../../support/users";
import { expectErrorLog } from "../../../support/error-log";

/** threat 55, with a separate database and server that sends its heads to a receiver. */
let dba: pg.Client;
let reviewer: Staff;
let applicantId: string;
let receiver: http.Server;
const received: { lines: string[]; authorization: string | undefined }[] = [];
let status = 200;
const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-sink-"));

async function listen(target: net.Server): Promise<number> {
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  return (target.address() as AddressInfo).port;
}

ownInstallation({ count: 0 }, async () => {
  receiver = http.createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.once("end", () => {
      if (status === 200)
        received.push({ lines: text.trim().split("\n"), authorization: request.headers.authorization });
      response.writeHead(status).end();
    });
  });
  const port = await listen(receiver);
  dba = new pg.Client({ connectionString: database.url });
  await dba.connect();
  applicantId = (await buildIn(pendingInvestor)).id;
  await addServer({ AUDIT_SINK: `http://audit:pass%20word@127.0.0.1:${port}/heads` });
  reviewer = await staff();
});

afterAll(async () => {
  receiver?.close();
  await dba?.end();
  rmSync(folder, { recursive: true, force: true });
});

const reveal = async () => {
  const body = { field: "ninNumber", reason: "identity_check" };
  expect((await reviewer.send("POST", `/api/admin/users/${applicantId}/reveal`, body)).status).toBe(200);
};
const lastRow = async () => {
  const { rows } = await dba.query<{ seq: string; hash: string }>(
    "SELECT seq::text, hash FROM audit_events ORDER BY audit_events.seq DESC LIMIT 1",
  );
  return rows[0]!;
};
const file = () => headsFile(database.dataDir);
const receivedLines = () => received.flatMap(({ lines }) => lines);

describe("the tail of the audit chain (threat 55)", () => {
  it("is signed and sent outside the database by each reveal, before the number is shown", async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await reveal();
      expect(JSON.parse(receivedLines().at(-1)!)).toMatchObject(await lastRow());
    }
    expect(receivedLines()).toEqual(headLines(file()));
    expect(received[0]!.authorization).toBe(`Basic ${Buffer.from("audit:pass word").toString("base64")}`);
  });

  it("reaches a sink that was unavailable with the next head, without a gap", async () => {
    status = 500;
    await reveal();
    expect(receivedLines().length).toBeLessThan(headLines(file()).length);
    status = 200;
    await reveal();
    expect(receivedLines()).toEqual(headLines(file()));
  });

  it("is also sent to a syslog server, with the length of each message", async () => {
    let text = "";
    const syslog = net.createServer((socket) => socket.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))); // oxfmt-ignore
    const port = await listen(syslog);
    rmSync(`${file()}.sent`);
    await deliverHeads(file(), `syslog://127.0.0.1:${port}`);
    const lines = headLines(file());
    for (const line of lines) {
      const length = Number(/^\d+/.exec(text)![0]);
      const message = text.slice(String(length).length + 1, String(length).length + 1 + length);
      expect(message).toMatch(/^<110>1 \S+ \S+ seedline \d+ audit-head - \{/);
      expect(message.endsWith(line)).toBe(true);
      text = text.slice(String(length).length + 1 + length);
    }
    expect(text).toBe("");
    syslog.close();
    await expect(deliverHeads(file(), `syslog://127.0.0.1:${port}`)).resolves.toBeUndefined();
    rmSync(`${file()}.sent`);
    await expect(deliverHeads(file(), `syslog://127.0.0.1:${port}`)).rejects.toThrow("ECONNREFUSED");
  });

  it("cannot be cut off unnoticed by the owner of the table: the server, /api/ready and audit:verify report it", async () => {
    expectErrorLog("audit.broken");
    const ready = async () => {
      const response = await fetch(`${server.url}/api/ready`);
      return [response.status, ((await response.json()) as { data: { audit: boolean } }).data.audit];
    };
    for (let turn = 0; turn < 10; turn += 1) await reveal();
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, true]);
    const { seq } = await lastRow();
    await withChangedChain(dba, `DELETE FROM audit_events WHERE seq > ${BigInt(seq) - 10n}`, async () => {
      // The job notices within half a minute, a reveal immediately.
      await reveal();
      await expect.poll(ready, { timeout: 10_000 }).toEqual([200, false]);
      expect(readFileSync(server.files.stdout, "utf8")).toContain('"event":"audit.broken"');
      const { code, stderr } = await command("verify-audit", [], database.env);
      expect([code, stderr]).toEqual([1, expect.stringContaining("The audit chain is broken")]);
    });
    expect((await command("verify-audit", [], database.env)).code).toBe(0);
    await reveal();
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, true]);
  });
});
