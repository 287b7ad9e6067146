import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../../../server/process";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { adminSpec, build, urls } from "../../../support/api";
import { applicant } from "../../../support/review";

/** A client written from the OpenAPI document alone: its types are generated, without casts. */
const program = `
import createClient from "openapi-fetch";
import type { paths } from "./api.mts";

const [url = "", email = "", password = "", userId = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url });
const login = await client.POST("/api/auth/login", { body: { email, password } });
if (!login.data) throw new Error(login.error.message);
const headers = { authorization: \`Bearer \${login.data.accessToken}\` };
const list = await client.GET("/api/admin/users", {
  headers,
  params: { query: { status: "pending", role: "investor", onlySubmitted: true, excludeAdmin: true, page: 1, limit: 100 } },
});
if (!list.data) throw new Error(list.error.message);
const found = list.data.data.some((user) => user._id === userId && user.verification.status === "pending");
const params = { path: { userId } };
const rejected = await client.PATCH("/api/admin/users/{userId}/verification-status", {
  headers,
  params,
  body: { status: "rejected", rejectionReason: "Blurred", expectedStatus: "pending" },
});
if (!rejected.data) throw new Error(rejected.error.message);
const promoted = await client.PATCH("/api/admin/users/{userId}/role", { headers, params });
console.log(JSON.stringify({
  found,
  total: list.data.pagination.total > 0,
  status: rejected.data.data.verification.status,
  reason: rejected.data.data.verification.rejectionReason,
  promotion: promoted.error?.error,
}));
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seedline-client-"));
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const types = await openapiTS(new URL("/api/openapi.json", urls()[0]));
  await writeFile(path.join(folder, "api.mts"), astToString(types));
  await writeFile(path.join(folder, "client.mts"), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a client that is generated from the document logs in, lists and decides", async () => {
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });
  const compiler = path.join(root, "node_modules/@typescript/native/bin/tsc");
  const options = "--noEmit --strict --module nodenext --target es2024 --types node --allowImportingTsExtensions --skipLibCheck"; // oxfmt-ignore
  await run(compiler, ...options.split(" "), path.join(folder, "client.mts")).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
  const [user, { email }] = [await applicant(), await build(adminSpec())];
  const { stdout } = await run(path.join(folder, "client.mts"), urls()[0], email, DEMO_PASSWORD, user.id);
  expect(JSON.parse(stdout)).toEqual({
    found: true,
    total: true,
    status: "rejected",
    reason: "Blurred",
    // Only a super administrator may.
    promotion: "FORBIDDEN",
  });
});
