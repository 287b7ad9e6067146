import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { auditNow } from "@/lib/audit/audit";
import { db } from "@/lib/db/client";
import { decodeKey32 } from "@/lib/env";
import { command } from "./command";
import { database } from "./installation";

export const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-audit-"));

export const verify = (...args: string[]) => command("verify-audit", args, database.env);

export const key = () => decodeKey32(database.env["AUDIT_SIGNING_KEY"]!);

export const write = (action: "user.registered" | "carousel.created" = "user.registered") =>
  db.$transaction((tx) => auditNow(tx, [{ actorId: null, action, targetId: null, data: { b: 1, a: "x" } }]), {
    maxWait: 20_000,
    timeout: 20_000,
  });
