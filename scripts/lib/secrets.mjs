// Secrets nobody gave us are made once and kept in DATA_DIR/secrets.json (mode 0600), so that sessions and encrypted
// fields survive a restart. What stands in the environment wins and is never written down.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Stop, readText, writeAtomically } from "./common.mjs";

const recipes = {
  AUTH_SECRET: () => randomBytes(32).toString("base64"),
  ACCESS_TOKEN_SECRET: () => randomBytes(32).toString("base64"),
  PII_KEYS: () => `k1:${randomBytes(32).toString("base64")}`,
  BLIND_INDEX_KEY: () => randomBytes(32).toString("base64"),
  AUDIT_SIGNING_KEY: () => randomBytes(32).toString("base64"),
  BACKUP_KEY: () => randomBytes(32).toString("base64"),
  // Hexadecimal: it becomes part of an address and needs no escaping there.
  POSTGRES_PASSWORD: () => randomBytes(24).toString("hex"),
};

/** Answers {env, postgresPassword}: the secrets of the product, and the password of the embedded PostgreSQL. */
export function ensureSecrets(dataDir) {
  const file = path.join(dataDir, "secrets.json");
  const text = readText(file);
  let kept = {};
  if (text) {
    try {
      kept = JSON.parse(text);
    } catch {
      throw new Stop(
        `${file} is damaged. Restore it from a backup: encrypted data cannot be read without it.`,
      );
    }
  }
  const all = { ...kept };
  for (const [name, make] of Object.entries(recipes)) all[name] ||= make();
  if (Object.keys(recipes).some((name) => kept[name] !== all[name])) {
    fs.mkdirSync(dataDir, { recursive: true });
    writeAtomically(file, `${JSON.stringify(all, null, 2)}\n`, 0o600);
  }
  const { POSTGRES_PASSWORD: postgresPassword, ...secrets } = all;
  const env = {};
  for (const name of Object.keys(secrets)) env[name] = process.env[name] || secrets[name];
  return { env, postgresPassword };
}

/**
 * The secrets of a command that works on a database: what the environment says, and for the embedded database what is missing there
 * from DATA_DIR. Never made anew for a database of one's own, whose data they would not fit.
 */
export const commandSecrets = (dataDir) =>
  process.env.DATABASE_URL ? { ...process.env } : { ...process.env, ...ensureSecrets(dataDir).env };

/** One secret of a command; one line that names the variable when it is missing or no key. */
export async function requireSecret(dataDir, name) {
  const value = commandSecrets(dataDir)[name];
  if (!value) throw new Stop(`${name} is needed for this. Set it to what the servers have.`);
  const { envSchema } = await import("../../lib/env.ts");
  const { error } = envSchema.shape[name].safeParse(value);
  if (error) throw new Stop(`${name} ${error.issues[0].message}.`);
  return value;
}
