import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { configure } from "./configure";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-configure-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const example = parseEnv(fs.readFileSync(path.join(import.meta.dirname, "cluster.env.example"), "utf8"));
const passwords = Object.fromEntries(
  Object.keys(example).flatMap((name) => (name.endsWith("PASSWORD") ? [[name, `of-${name}`]] : [])),
);
const settings = { ...example, ...passwords, CONFIG: path.join(folder, "config") };

describe("configure", () => {
  it("writes the files of one machine, which only their owner and group can read", () => {
    const written = configure("b", settings);
    const read = (name: string) => fs.readFileSync(path.join(written, name), "utf8");
    const patroni = parse(read("patroni.yml")) as {
      name: string;
      postgresql: { listen: string; authentication: { superuser: { password: string } } };
      bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } };
      watchdog: { safety_margin: number };
    };
    expect(patroni.name).toBe("b");
    expect(patroni.postgresql.listen).toBe("10.0.0.2:5432");
    expect(patroni.postgresql.authentication.superuser.password).toBe("of-POSTGRES_PASSWORD");
    expect(parseEnv(read("seedline.env"))).toMatchObject({
      DATABASE_URL: "postgresql://seedline_app:of-APP_PASSWORD@10.0.0.2:6432/seedline",
      DATABASE_DIRECT_URL: "postgresql://seedline_app:of-APP_PASSWORD@10.0.0.2:5000/seedline",
    });
    for (const name of fs.readdirSync(written)) {
      expect(read(name)).not.toContain("${");
      expect(fs.statSync(path.join(written, name)).mode & 0o007).toBe(0);
    }
    // A primary that cannot renew its lease must have stopped before another one begins.
    const { ttl, loop_wait: loop, retry_timeout: retry } = patroni.bootstrap.dcs;
    expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
    // The watchdog ends a machine whose Patroni hangs, and not one that waits for etcd.
    expect(loop + retry + 2).toBeLessThan(ttl - patroni.watchdog.safety_margin);
  });

  it("names a missing setting, and writes nothing", () => {
    const target = path.join(folder, "none");
    expect(() => configure("a", { ...settings, CONFIG: target, APP_PASSWORD: "" })).toThrow(
      "The setting APP_PASSWORD is missing.",
    );
    expect(fs.existsSync(target)).toBe(false);
  });
});
