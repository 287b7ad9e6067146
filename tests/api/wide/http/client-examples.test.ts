import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { root } from "../../../../server/process";
import { PASSWORD, admin, codeIn, freshEmail, person, until, urls, waitForMail } from "../../../support/api";
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

  it("wait for a decision, once for each webhook, and refuse what is not signed", async () => {
    const { id: userId } = await person({
      name: "Ada Webhook",
      role: "startup",
      verification: "approved",
    });
    const { key } = await makeKey(await admin(true), { scopes: ["users:read"] });
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const port = await freePort();
    const example = start("wait-for-decision", {
      SEEDLINE_KEY: key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    });
    try {
      await until(async () => example.output.text.includes("Listening"), "the receiver");
      const at = new Date();
      const deliver = async (id: string, type: string, data: object, signature?: string) => {
        const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
        const headers = {
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
          "webhook-signature": signature ?? new Webhook(secret).sign(id, at, body),
        };
        return (await fetch(`http://localhost:${port}`, { method: "POST", headers, body })).status;
      };
      const event = { kind: "submission.approved", about: { userId } };
      expect(await deliver("msg_1", event.kind, event, "v1,AAAA")).toBe(401);
      expect(await deliver("msg_2", "webhook.test", {})).toBe(204);
      for (const _ of [1, 2]) expect(await deliver("msg_3", event.kind, event)).toBe(204);
      await until(async () => example.output.text.includes("Ada Webhook: approved\n"), "the decision");
      expect(example.output.text.match(/approved/g)).toHaveLength(1);
    } finally {
      example.child.kill();
    }
  });
});
