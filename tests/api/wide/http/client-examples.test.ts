import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewWebhookDto } from "@/lib/webhooks/schema";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { root } from "../../../../server/process";
import {
  PASSWORD,
  admin,
  call,
  codeIn,
  freshEmail,
  person,
  until,
  urls,
  waitForMail,
} from "../../../support/api";
import { makeKey } from "../../../support/api-keys";
import { investor, invest, openPlan } from "../../../support/investments";
import { owing, released, setUpPayouts, verified } from "../../../support/payout-calls";

/** The package as others install it: built, with the examples of its README as programs (product 10.48). */
const source = path.join(root, "clients/typescript");
const compiler = path.join(root, "node_modules/@typescript/native/bin/tsc");
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seedline-client-"));
  const installed = path.join(folder, "node_modules/@seedline/client");
  await mkdir(installed, { recursive: true });
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "standardwebhooks", "@types"])
    await symlink(path.join(root, "node_modules", name), path.join(folder, "node_modules", name));
  await run(process.execPath, [path.join(source, "generate.ts")]);
  const build = ["-p", source, "--outDir", path.join(installed, "dist")];
  await run(process.execPath, [compiler, ...build]).catch(throwOutput);
  await cp(path.join(source, "package.json"), path.join(installed, "package.json"));
  await cp(path.join(source, "examples"), folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function throwOutput({ stdout }: { stdout: string }): never {
  throw new Error(stdout);
}

/** Starts an example; its output is collected. */
function start(name: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [`${name}.ts`, ...args], {
    cwd: folder,
    env: { ...process.env, SEEDLINE_URL: urls()[0], ...env },
  });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output.text += chunk.toString()));
  return { child, output };
}
async function finish({ child, output }: { child: ChildProcess; output: { text: string } }): Promise<string> {
  const [code] = child.exitCode === null ? ((await once(child, "close")) as [number]) : [child.exitCode];
  if (code !== 0) throw new Error(output.text);
  return output.text;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

describe("the examples of the client", () => {
  it("are listed in its README and have correct types, without casts of answers", async () => {
    const names = ["onboard", "portfolio", "reconcile-payouts", "wait-for-decision"];
    const readme = await readFile(path.join(source, "README.md"), "utf8");
    for (const name of names) expect(readme).toContain(`(examples/${name}.ts)`);
    const options = "--noEmit --strict --module nodenext --target es2024 --types node --skipLibCheck";
    const programs = names.map((name) => path.join(folder, `${name}.ts`));
    await run(process.execPath, [compiler, ...options.split(" "), ...programs], { cwd: folder }).catch(
      throwOutput,
    );
  });

  it("onboard a user, with the code from the email", async () => {
    const email = freshEmail("onboarded");
    const documents = [
      ["id.pdf", await samplePdf("Identity document", email)],
      ["photo.jpg", await samplePhoto(71)],
      ["bill.png", await samplePhoto(72, "png")],
    ] as const;
    for (const [name, bytes] of documents) await writeFile(path.join(folder, name), bytes);
    const example = start("onboard", { EMAIL: email, PASSWORD }, ...documents.map(([name]) => name));
    const mail = await waitForMail(email, /code/);
    example.child.stdin.end(`${codeIn(mail)}\n`);
    expect(await finish(example)).toMatch(/Submitted at 20\S+Z: pending/);
  });

  it("read a portfolio", async () => {
    const by = await investor();
    const { reference } = await invest(by, await openPlan());
    const text = await finish(start("portfolio", { EMAIL: by.email, PASSWORD: DEMO_PASSWORD }));
    expect(text).toMatch(/^Invested ₦0\.00, worth ₦0\.00 today\n/);
    expect(text).toContain(`${reference} Notes: ₦100,000.00, requested\n`);
  });

  it("reconcile payouts", async () => {
    await setUpPayouts();
    const by = await verified();
    const { dueId } = await owing(by, "4000000");
    const batch = await released([dueId], "4000000");
    const { key } = await makeKey(await admin(true), { scopes: ["payouts:read", "payments:read"] });
    const text = await finish(start("reconcile-payouts", { SEEDLINE_KEY: key }));
    expect(text).toContain(`Batch ${batch._id}: 1 payouts, 0 paid, 0 returned, 1 open\n`);
    expect(text).toContain(`  ${batch.payouts[0]!.reference} 4000000 kobo: not on a statement yet\n`);
  });

  it("wait for a decision, and refuse what is not signed", async () => {
    const chief = await admin(true);
    const { id: userId } = await person({ name: "Ada Webhook", role: "startup", verification: "pending" });
    const { key } = await makeKey(chief, { scopes: ["users:read"] });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const input = { name: "The example", url, ownerId: chief.id, kinds: ["submission.approved"] };
    const made = await call("POST", "/api/admin/webhooks", { token: chief.token, body: input });
    const { _id, secret } = made.body.data as NewWebhookDto;
    const example = start("wait-for-decision", {
      SEEDLINE_KEY: key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    });
    try {
      await until(async () => example.output.text.includes("Listening"), "the receiver");
      const headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
        "webhook-signature": "v1,AAAA",
      };
      const body = JSON.stringify({ type: "submission.approved", data: { about: { userId } } });
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(401);
      expect(example.output.text).not.toContain("approved");
      const decided = await call("PATCH", `/api/admin/users/${userId}/verification-status`, {
        token: (await admin()).token,
        body: { status: "approved", expectedStatus: "pending" },
      });
      expect(decided.status).toBe(200);
      await until(async () => example.output.text.includes("Ada Webhook: approved\n"), "the decision");
    } finally {
      example.child.kill();
      await call("DELETE", `/api/admin/webhooks/${_id}`, { token: chief.token });
    }
  });
});
