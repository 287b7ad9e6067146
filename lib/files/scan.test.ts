import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

/** Starts a daemon that speaks clamd's protocol: it reads the chunks of INSTREAM up to the empty one, and responds. */
async function daemon(verdict: (bytes: Buffer) => string | null) {
  const server = net.createServer((socket) => {
    let read = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      read = Buffer.concat([read, part]);
      const command = "zINSTREAM\0";
      if (!read.subarray(0, command.length).equals(Buffer.from(command))) return;
      const chunks: Buffer[] = [];
      for (let at = command.length; at + 4 <= read.length;) {
        const size = read.readUInt32BE(at);
        if (size === 0) {
          const answer = verdict(Buffer.concat(chunks));
          if (answer === null) socket.destroy();
          else socket.end(`${answer}\0`);
          return;
        }
        if (at + 4 + size > read.length) return;
        chunks.push(read.subarray(at + 4, at + 4 + size));
        at += 4 + size;
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-scan-"));
const file = path.join(folder, "file");
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module reads its configuration once, so each case imports it again. */
async function isClean(address: string, bytes: Buffer): Promise<boolean> {
  vi.stubEnv("CLAMD_ADDRESS", address);
  writeFileSync(file, bytes);
  const scan = await import("./scan");
  return scan.passesVirusScan(file);
}

describe("clamd (threat 26)", () => {
  it("receives the whole file and decides", async () => {
    const bytes = Buffer.alloc(300_000, "abc");
    let seen: Buffer | undefined;
    const clamd = await daemon((given) => {
      seen = given;
      return given.includes("EICAR") ? "stream: Eicar-Signature FOUND" : "stream: OK";
    });
    expect(await isClean(clamd.address, bytes)).toBe(true);
    expect(seen?.equals(bytes)).toBe(true);
    vi.resetModules();
    expect(await isClean(clamd.address, Buffer.from("X5O!P%@AP-EICAR-STANDARD"))).toBe(false);
    clamd.close();
  });

  it.each([
    ["an error", () => "INSTREAM size limit exceeded. ERROR"],
    ["an empty response", () => null],
  ])("%s is not a verdict: the file is rejected", async (_, verdict) => {
    const clamd = await daemon(verdict);
    await expect(isClean(clamd.address, Buffer.from("x"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    clamd.close();
  });

  it.each([
    ["trickles", 1, 1_000],
    ["floods", 64 * 1024, 0],
  ])(
    "a daemon that %s and never completes its response times out, and the file is rejected",
    async (_, size, passing) => {
      // The time that passes with each chunk of the file.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let hungUp = false;
      const server = net.createServer((socket) => {
        const talk = setInterval(() => socket.write("x".repeat(size)), 5);
        socket.on("error", () => undefined);
        socket.on("data", () => vi.isFakeTimers() && vi.advanceTimersByTime(passing));
        socket.on("close", () => {
          clearInterval(talk);
          hungUp = true;
        });
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const asked = isClean(address, Buffer.alloc(10_000_000));
      await expect(asked).rejects.toMatchObject({ code: "UNAVAILABLE" });
      vi.useRealTimers();
      await expect.poll(() => hungUp).toBe(true);
      server.close();
    },
  );

  it("rejects files while it is unavailable", async () => {
    const clamd = await daemon(() => "stream: OK");
    clamd.close();
    await expect(isClean(clamd.address, Buffer.from("x"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is not called when it is not configured", async () => {
    expect(await isClean("", Buffer.from("EICAR"))).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
