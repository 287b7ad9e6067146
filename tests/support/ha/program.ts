import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { childEnv } from "../../../server/process.ts";

/** The pause before a program that has ended starts again, as in the systemd units (RestartSec). */
const RESTART_MS = 1_000;

interface Command {
  command: readonly string[];
  /** The file of its output. */
  log: string;
  env?: Record<string, string>;
  cwd?: string;
}

/** A program that is started again when it ends, as by systemd, until it is stopped. */
export class Program {
  private child: ChildProcess | undefined;
  private restart: NodeJS.Timeout | undefined;
  private isStopping = true;
  private readonly command: Command;

  constructor(command: Command) {
    this.command = command;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts it, on request under another command, such as one that changes its clock. */
  start(prefix: readonly string[] = []): this {
    const { command, log, env = {}, cwd = "/" } = this.command;
    this.isStopping = false;
    clearTimeout(this.restart);
    const fd = fs.openSync(log, "a");
    const [program = "", ...args] = [...prefix, ...command];
    // A process group of its own: Ctrl-C reaches only the process that stops everything in order.
    const child = spawn(program, args, {
      cwd,
      env: childEnv(env),
      detached: true,
      stdio: ["ignore", fd, fd],
    });
    fs.closeSync(fd);
    this.child = child;
    child.on("error", () => undefined);
    child.on("exit", () => {
      if (!this.isStopping) this.restart = setTimeout(() => this.start(prefix), RESTART_MS);
    });
    return this;
  }

  /** Sends a signal; a program that ends starts again. */
  kill(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Ends it for good: with SIGKILL if it takes longer than `ms`. */
  async stop(signal: NodeJS.Signals = "SIGTERM", ms = 15_000): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.restart);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGCONT");
    child.kill(signal);
    const force = setTimeout(() => child.kill("SIGKILL"), ms);
    await ended;
    clearTimeout(force);
  }
}
