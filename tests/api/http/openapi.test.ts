import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { urls } from "../../support/api";

/** The document generated from the contract (ADR 3), and the reference page that shows it. */
const fetchText = async (url: string) => {
  const response = await fetch(urls()[0] + url);
  expect([url, response.status]).toEqual([url, 200]);
  return { text: await response.text(), headers: response.headers };
};

it("the OpenAPI document passes redocly lint without an error", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "seedline-openapi-"));
  try {
    const file = path.join(folder, "openapi.json");
    await writeFile(file, (await fetchText("/api/openapi.json")).text);
    const args = [
      "node_modules/@redocly/cli/bin/cli.js",
      "lint",
      file,
      "--config",
      "redocly.yaml",
      "--format",
      "json",
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 10_000_000,
    }).catch((error: { stdout: string }) => error);
    const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: unknown[] };
    expect(problems).toEqual([]);
    expect(totals.errors).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("the reference page is served without external resources, with a content security policy", async () => {
  const page = await fetchText("/api/docs");
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self';/);
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
  expect(sources).toHaveLength(3);
  for (const source of sources) {
    expect(source).toMatch(/^\/api\/docs\//);
    expect((await fetchText(source)).text.length).toBeGreaterThan(50);
  }
});
