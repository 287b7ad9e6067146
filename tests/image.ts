// `npm run test:image` verifies the image without Docker: it fills a temporary folder by the steps of the Dockerfile, and runs
// it as another user. The image must migrate, create an administrator, serve, log in, accept an upload, drain, back up and
// restore.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserFacingError, readText, runCommand } from "../server/process.ts";
import { freePort, startThrowawayPostgres } from "../server/postgres.ts";
import { ensureSecrets } from "../server/secrets.ts";
import { assemble } from "../deploy/assemble.ts";

/** An unprivileged user, who can read the folder and write only to DATA_DIR. */
const NOBODY = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const email = "root@seedline.example";
const password = "a long Enough pass-phrase 7";

function check(holds: boolean, what: string): void {
  if (!holds) throw new UserFacingError(`FAILED ${what}`);
  console.log(`ok     ${what}`);
}

await runCommand(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-image-"));
  fs.chmodSync(folder, 0o755);
  const app = path.join(folder, "app");
  const data = path.join(folder, "data");
  const node = path.join(folder, "node");
  const database = await startThrowawayPostgres();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let server: ChildProcess | undefined;
  try {
    await assemble(app);
    fs.copyFileSync(process.execPath, node);
    fs.chmodSync(node, 0o755);
    fs.mkdirSync(data);
    if (account.uid) fs.chownSync(data, account.uid, account.gid);
    const { env: secrets } = ensureSecrets(path.join(folder, "secrets"));
    // Without the environment of the calling process.
    const env: NodeJS.ProcessEnv = {
      ...secrets,
      NODE_ENV: "production",
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: data,
      DATABASE_URL: database.url,
      // The administrator logs in with a password only.
      ADMIN_TWO_STEP: "optional",
    };
    const log = path.join(folder, "log");
    const start = (...args: string[]) => {
      const fd = fs.openSync(log, "a");
      return spawn(node, args, { cwd: app, env, stdio: ["pipe", fd, fd], ...account });
    };
    const finished = async (child: ChildProcess) => {
      const [code] = await once(child, "exit");
      if (code !== 0) throw new UserFacingError(`It ended with ${code}:\n${readText(log)}`);
      return true;
    };

    check(await finished(start("server/commands/migrate.ts")), "the migrations are applied");
    const operator = ["--conditions=react-server", "--import", "./server/alias.ts"];
    const making = start(...operator, "server/commands/create-admin.ts", email, "Root Person");
    making.stdin!.end(`${password}\n`);
    check(await finished(making), "an administrator is made");

    server = start("--import", "./configuration.mjs", "server/main.ts");
    const ended = once(server, "exit");
    const ready = () =>
      fetch(`${url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const end = Date.now() + 60_000; !(await ready()); await sleep(50))
      if (Date.now() > end || server.exitCode !== null) throw new UserFacingError(readText(log));
    const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
    const asset = /\/_next\/static\/[^"]+\.css/.exec(page)![0];
    check((await fetch(url + asset)).status === 200, "the home page and its style are served");

    const body = JSON.stringify({ email, password });
    const logIn = () =>
      fetch(`${url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    const { accessToken } = (await (await logIn()).json()) as { accessToken?: string };
    check(Boolean(accessToken), "somebody signs in");

    const form = new FormData();
    const picture = await (await fetch(`${url}/apple-icon.png`)).blob();
    form.append("file", picture, "picture.png");
    const upload = await fetch(`${url}/api/uploads/carousel`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}` },
      body: form,
    });
    const { url: pictureUrl = "/missing" } = (await upload.json()) as { url?: string };
    const shown = await fetch(new URL(pictureUrl, url));
    check(shown.status === 200, `a picture is taken, decoded anew and shown (${upload.status})`);

    const inFlight = Array.from({ length: 20 }, logIn);
    await Promise.race(inFlight);
    server.kill("SIGTERM");
    const answers = await Promise.all(inFlight.map((one) => one.then((reply) => reply.status)));
    const [code] = await ended;
    check(
      code === 0 && answers.every((status) => status === 200),
      "SIGTERM: twenty requests in flight are answered, and it ends with 0",
    );

    const logged = readText(log).length;
    const worker = start(...operator, "server/commands/worker.ts");
    const workerEnded = once(worker, "exit");
    const hasStarted = () => readText(log).slice(logged).includes("jobs.started");
    for (const end = Date.now() + 30_000; !hasStarted(); await sleep(50))
      if (Date.now() > end || worker.exitCode !== null) throw new UserFacingError(readText(log));
    worker.kill("SIGTERM");
    check((await workerEnded)[0] === 0, "the jobs run in a process of their own, and it ends with 0");

    const backup = path.join(data, "seedline.backup");
    check(await finished(start("server/commands/backup.ts", "--to", backup)), "a backup is taken");
    const restore = ["server/commands/restore.ts", "--from", backup, "--replace"];
    check(await finished(start(...restore)), "it is restored");
  } finally {
    server?.kill("SIGKILL");
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
process.exit();
