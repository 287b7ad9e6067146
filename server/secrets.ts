// Missing secrets are generated once and stored in DATA_DIR/secrets.json (mode 0600), so that sessions and encrypted fields survive a
// restart. Environment variables take precedence and are never written to the file.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { envSchema } from "../lib/env.ts";
import type { RolePasswords } from "./database-roles.ts";
import { UserFacingError, readText } from "./process.ts";

const base64Key = () => randomBytes(32).toString("base64");

const generators = {
  AUTH_SECRET: base64Key,
  ACCESS_TOKEN_SECRET: base64Key,
  PII_KEYS: () => `k1:${base64Key()}`,
  RETENTION_KEYS: () => `r1:${base64Key()}`,
  BLIND_INDEX_KEY: base64Key,
  AUDIT_SIGNING_KEY: base64Key,
  BACKUP_KEY: base64Key,
};
type SecretName = keyof typeof generators;
const names = Object.keys(generators) as SecretName[];

/** Returns the product's secrets, generated where missing, and the passwords of the embedded PostgreSQL and its roles. */
export function ensureSecrets(dataDir: string): {
  env: Record<SecretName, string>;
  postgresPassword: string;
  rolePasswords: RolePasswords;
} {
  const file = path.join(dataDir, "secrets.json");
  const stored = readStored(file);
  const all: Record<string, string> = { ...stored };
  for (const name of names) all[name] ||= generators[name]();
  // The password is hexadecimal: it becomes part of a URL and needs no escaping there.
  for (const name of ["POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD", "POSTGRES_MIGRATION_PASSWORD"])
    all[name] ||= randomBytes(24).toString("hex");
  if (Object.keys(all).some((name) => stored[name] !== all[name])) {
    fs.mkdirSync(dataDir, { recursive: true });
    // The file is renamed into place after a flush: after a crash, either the old file or the new one exists.
    const draft = `${file}.${process.pid}.tmp`;
    fs.writeFileSync(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flush: true });
    fs.renameSync(draft, file);
  }
  const env = Object.fromEntries(names.map((name) => [name, process.env[name] || all[name]]));
  return {
    env: env as Record<SecretName, string>,
    postgresPassword: all.POSTGRES_PASSWORD!,
    rolePasswords: { app: all.POSTGRES_APP_PASSWORD!, migration: all.POSTGRES_MIGRATION_PASSWORD! },
  };
}

function readStored(file: string): Record<string, string> {
  const text = readText(file);
  if (!text) return {};
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new UserFacingError(
      `${file} is damaged. Restore it from a backup: encrypted data cannot be read without it.`,
    );
  }
}

/**
 * Returns the secrets of a command: from the environment and, for the embedded database, also from DATA_DIR. They are never generated for
 * an external database, because they would not match its data.
 */
export const commandSecrets = (dataDir: string): Partial<Record<SecretName, string>> =>
  process.env.DATABASE_URL ? process.env : { ...process.env, ...ensureSecrets(dataDir).env };

/** Returns one secret of a command. Throws a UserFacingError that names the variable if it is missing or malformed. */
export function requireSecret(dataDir: string, name: SecretName): string {
  const value = commandSecrets(dataDir)[name];
  if (!value) throw new UserFacingError(`${name} is needed for this. Set it to what the servers have.`);
  const { error } = envSchema.shape[name].safeParse(value);
  if (error) throw new UserFacingError(`${name} ${error.issues[0]?.message}.`);
  return value;
}
