import * as z from "zod";

/**
 * The only module that reads process.env (product 10.1). A missing or invalid variable prevents startup with an error that names it. An
 * empty string counts as absent, so that `.env.example` can be used unchanged.
 */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => (value === "" || value === undefined ? fallback : value), schema);

const flag = (fallback: "true" | "false") =>
  withDefault(z.enum(["true", "false", "1", "0"]), fallback).transform((v) => v === "true" || v === "1");
const count = (fallback: number, max = 1_000_000) =>
  withDefault(z.coerce.number().int().min(0).max(max), fallback as unknown as never);

/** Days, at least one. */
const days = (fallback: number) =>
  withDefault(z.coerce.number().int().min(1).max(36_500), fallback as unknown as never);

/** The cost of one call to a provider in kobo. By default the cost is unknown and counts as zero. */
const kobo = () => count(0, 10_000_000);

/** 32 bytes in base64 (44 characters) or hex (64 characters). */
const key32 = z
  .string()
  .refine((v) => decodeKey(v)?.length === 32, "must be 32 random bytes, written as base64 or hex");

/** Keys as `id:key[,id:key]`, newest first. The first one encrypts, all of them decrypt. */
const keyRing = z.string().refine(
  (v) =>
    v.split(",").every((part) => {
      const [id, key] = split(part);
      return /^[a-z0-9]{1,16}$/i.test(id) && decodeKey(key)?.length === 32;
    }),
  "must be id:key[,id:key], each key 32 random bytes as base64 or hex, newest first",
);

function split(part: string): [string, string] {
  const at = part.indexOf(":");
  return at < 0 ? ["", part] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

function decodeKey(value: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, "hex");
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, "base64");
  return null;
}

/** Returns whether an address is https, or for tests http on this machine, without a user and a password. */
const isAllowedProvider = ({ protocol, hostname, username, password }: URL): boolean =>
  !username && !password && (protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1"));

const isAllowedSink = ({ protocol, hostname }: URL): boolean =>
  hostname !== "" &&
  (["syslog:", "https:"].includes(protocol) || (protocol === "http:" && hostname === "127.0.0.1"));

/** Addresses or networks in CIDR notation, with commas between them. */
const networks = () =>
  withDefault(
    z
      .string()
      .transform((value) =>
        value
          .split(",")
          .map((each) => each.trim())
          .filter(Boolean),
      )
      .pipe(
        z.array(
          z.union(
            [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
            "must be addresses or networks, such as 10.1.0.0/16",
          ),
        ),
      ),
    "",
  );

/** Reports an empty required variable as missing. */
const required = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

/** The variables built into static pages. `next build` runs without the others. */
export const siteSchema = z.object({
  APP_URL: withDefault(z.url({ protocol: /^https?$/ }), "http://localhost:3000"),
  BRAND_NAME: withDefault(z.string(), "Seedline"),
  BRAND_LICENCE_LINE: withDefault(z.string(), "Seedline Capital - venture capital manager"),
  BRAND_SUPPORT_EMAIL: withDefault(z.email(), "support@seedline.example"),
  BRAND_SUPPORT_PHONE: optional(z.string()),
  /** The recipient of consultation requests; without it the form sends nothing (product 2.8). */
  CONSULTATION_INBOX: optional(z.email()),
  /** Facts about the company for the terms, the privacy notice and letterheads; without them a visible placeholder is shown. */
  BRAND_LEGAL_NAME: optional(z.string()),
  BRAND_ADDRESS: optional(z.string()),
  /** The registration number at the Corporate Affairs Commission, without RC. */
  BRAND_RC_NUMBER: optional(z.string().regex(/^\d{1,10}$/, "must be digits, without RC")),
  BRAND_DATA_PROTECTION_EMAIL: optional(z.email()),
  BRAND_TERMS_DATE: optional(z.iso.date()),
  /** Days until the data of a rejected submission, or an unchanged draft, is deleted (ADR 15). */
  RETENTION_REJECTED_DAYS: days(90),
  RETENTION_DRAFT_DAYS: days(180),
  /** Years for which the sealed record of an erased verification is retained (ADR 26). */
  RETENTION_KYC_YEARS: withDefault(z.coerce.number().int().min(1).max(50), 5),
  /** Years for which the names, texts and accounts of payments are retained (ADR 15). */
  RETENTION_PAYMENT_YEARS: withDefault(z.coerce.number().int().min(1).max(50), 6),
});

export const envSchema = siteSchema.extend({
  NODE_ENV: withDefault(z.enum(["development", "production", "test"]), "development"),
  /** Demo mode, with demo accounts and /dev/outbox. Set by quickstart; must never be set in production. */
  DEMO: flag("false"),
  /** Validates every API response against the contract, for tests. */
  CHECK_ANSWERS: flag("false"),
  DATABASE_URL: required(
    z.string({ error: "is required" }).regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  ),
  /** The role that owns the tables, for migrations and restores; servers do not need it (threat 55). The default is DATABASE_URL. */
  DATABASE_MIGRATION_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  ),
  /** A streaming replica, from which lists are read while it is caught up. */
  DATABASE_REPLICA_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address")),
  /**
   * The database without a pooler, because poolers do not forward notifications (LISTEN); for jobs and live events. The default is
   * DATABASE_URL.
   */
  DATABASE_DIRECT_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address")),
  /** The timeout of a query (threat 44). */
  DATABASE_TIMEOUT_MS: withDefault(z.coerce.number().int().min(100).max(60_000), 2_500),
  DATA_DIR: withDefault(z.string(), ".data"),
  PORT: count(3000, 65535),
  /** The address to listen on. By default the server listens on all addresses, in demo mode on 127.0.0.1 (threat 56). */
  HOST: optional(z.string()),
  AUTH_SECRET: required(z.string({ error: "is required" }).min(32, "must have at least 32 characters")),
  ACCESS_TOKEN_SECRET: required(
    z.string({ error: "is required" }).min(32, "must have at least 32 characters"),
  ),
  PII_KEYS: required(z.string({ error: "is required" }).pipe(keyRing)),
  BLIND_INDEX_KEY: required(z.string({ error: "is required" }).pipe(key32)),
  /** Encrypts the records of erased verifications, separately from PII_KEYS (threat 54). Required in production. */
  RETENTION_KEYS: optional(keyRing),
  /** Signs the head of the audit chain (Ed25519). */
  AUDIT_SIGNING_KEY: required(z.string({ error: "is required" }).pipe(key32)),
  /** Where signed heads of the audit chain are sent in addition to DATA_DIR/audit/heads.jsonl; `file` sends them nowhere (threat 55). */
  AUDIT_SINK: withDefault(
    z
      .string()
      .refine(
        (value) => value === "file" || (URL.canParse(value) && isAllowedSink(new URL(value))),
        "must be file, syslog://host:port or an https:// address",
      ),
    "file",
  ),
  /** Encrypts backups, and documents in evidence packs. Servers can run without it; they then make packs without documents. */
  BACKUP_KEY: optional(key32),
  RESEND_API_KEY: optional(z.string()),
  /** The Resend API; tests replace it. */
  RESEND_API_URL: withDefault(z.url(), "https://api.resend.com"),
  MAIL_FROM: optional(z.string()),
  /** Where new files are stored. The default is UploadThing if UPLOADTHING_TOKEN is set, and otherwise DATA_DIR. */
  FILES: optional(z.enum(["disk", "uploadthing", "s3"])),
  UPLOADTHING_TOKEN: optional(z.string()),
  /** A bucket of an S3 store for files (ADR 58): the address without the bucket, and an access key. */
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")),
  S3_REGION: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  /** The encryption that the store applies itself, such as AES256. By default none is asked for, because some stores refuse it. */
  S3_SERVER_SIDE_ENCRYPTION: optional(z.string()),
  /**
   * `required` blocks administrators from the back office until they have set up two-step login. This is the default in production, except
   * in the demo.
   */
  ADMIN_TWO_STEP: optional(z.enum(["optional", "required"])),
  /** The idle timeout and the maximum lifetime of sessions; those of administrators are shorter (threat 57). */
  SESSION_IDLE_DAYS: days(30),
  SESSION_MAX_DAYS: days(180),
  ADMIN_SESSION_IDLE_MINUTES: withDefault(z.coerce.number().int().min(1).max(1_440), 30),
  ADMIN_SESSION_MAX_HOURS: withDefault(z.coerce.number().int().min(1).max(720), 12),
  /** The amount in naira above which a second administrator confirms that a statement line is booked as a category. */
  FIRM_TRANSFER_LIMIT_NAIRA: withDefault(z.coerce.number().int().min(0).max(1_000_000_000_000), 10_000_000),
  /** The largest difference in naira that an administrator may accept as a bank charge, so that a short transfer completes an investment. */
  MATCH_TOLERANCE_NAIRA: withDefault(z.coerce.number().int().min(0).max(100_000), 100),
  /** The calls that a program may make per minute with a key (product 10.44). */
  API_KEY_CALLS_PER_MINUTE: withDefault(z.coerce.number().int().min(1).max(1_000_000), 600),
  /** Private addresses or networks to which webhooks may be sent, also without encryption (product 10.46). By default none. */
  WEBHOOK_ALLOWED_ADDRESSES: networks(),
  /**
   * The amount in naira, invested in twelve months, from which a customer's risk rating rises; and the years until customers of each level are
   * reviewed again. The rules name no years: a lawyer must confirm them.
   */
  RISK_AMOUNT_PERSON_NAIRA: withDefault(z.coerce.number().int().min(1).max(1_000_000_000_000), 25_000_000),
  RISK_AMOUNT_COMPANY_NAIRA: withDefault(z.coerce.number().int().min(1).max(1_000_000_000_000), 100_000_000),
  /** The sums in naira, received in a day or in parts within a week, that are suggested to the compliance officer. */
  REPORT_PERSON_NAIRA: withDefault(z.coerce.number().int().min(1).max(1_000_000_000_000), 5_000_000),
  REPORT_COMPANY_NAIRA: withDefault(z.coerce.number().int().min(1).max(1_000_000_000_000), 10_000_000),
  /** The countries against which the FATF calls for action, by their names in lib/reference/countries.ts, separated by commas. */
  RISK_COUNTRIES: withDefault(z.string(), "North Korea,Iran,Myanmar (Burma)").transform((names) =>
    names.split(",").map((name) => name.trim()),
  ),
  REVIEW_YEARS_LOW: withDefault(z.coerce.number().int().min(1).max(20), 3),
  REVIEW_YEARS_MEDIUM: withDefault(z.coerce.number().int().min(1).max(20), 2),
  REVIEW_YEARS_HIGH: withDefault(z.coerce.number().int().min(1).max(20), 1),
  /** Hours in which the owner of an account can stop an archive of their data before it is created (threat 53). */
  ARCHIVE_DELAY_HOURS: count(24, 720),
  /** Hours after a password reset in which users get no archive and administrators reveal no numbers. */
  RESET_HOLD_HOURS: count(72, 720),
  ADMIN_EMAIL_DOMAIN: withDefault(z.string().toLowerCase(), "seedline.example"),
  TRUSTED_PROXY_HOPS: count(0, 10),
  /** The virus scanner for uploads: clamd at host:port or the path of its socket. If absent, uploads are not scanned. */
  CLAMD_ADDRESS: optional(
    z.string().regex(/^(?:\/.+|.+:\d{1,5})$/, "must be host:port or the path of a socket"),
  ),
  /**
   * The provider for checks of a NIN, BVN, bank account or company (product 10.26). With `manual` there is no provider and reviewers
   * compare numbers themselves; `sandbox` has test numbers and is for demonstrations only.
   */
  IDENTITY_PROVIDER: withDefault(z.enum(["manual", "sandbox", "dojah"]), "manual"),
  /** The app and the private key of Dojah, and its address. */
  DOJAH_APP_ID: optional(z.string()),
  DOJAH_SECRET_KEY: optional(z.string()),
  DOJAH_URL: withDefault(
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && isAllowedProvider(new URL(value)),
        "must be an https:// address",
      ),
    "https://api.dojah.io",
  ),
  /** The timeout of a call to the provider. */
  IDENTITY_TIMEOUT_MS: withDefault(z.coerce.number().int().min(100).max(30_000), 8_000),
  /** The cost of one call, in kobo. */
  IDENTITY_COST_NIN: kobo(),
  IDENTITY_COST_BVN: kobo(),
  IDENTITY_COST_ACCOUNT: kobo(),
  IDENTITY_COST_COMPANY: kobo(),
  /** The bearer token of /api/metrics; if absent, the call responds with 404. */
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  /** An OpenTelemetry collector (OTLP over HTTP), e.g. http://127.0.0.1:4318; if absent, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  /** The maximum number of concurrent requests per server; further requests are rejected with 503 (threat 48). */
  MAX_REQUESTS: withDefault(z.coerce.number().int().min(1).max(100_000), 200),
  /**
   * The maximum number of concurrent uploads. They have separate slots, because they take a long time on a slow connection and need little
   * CPU.
   */
  MAX_UPLOADS: withDefault(z.coerce.number().int().min(1).max(100_000), 100),
  /** Timeout for receiving a request, including its documents. */
  REQUEST_TIMEOUT_SECONDS: withDefault(z.coerce.number().int().min(1).max(86_400), 600),
  /** Whether the servers run the jobs; false if `npm run worker` does. */
  JOBS_IN_SERVER: flag("true"),
  LOG_LEVEL: withDefault(z.enum(["silent", "error", "warn", "info", "debug"]), "info"),
  /**
   * The maximum number of failures per account and per network in 15 minutes, and of registrations per network and hour (threat 2, 4, 5).
   */
  LIMIT_LOGIN_FAILURES: count(10),
  LIMIT_LOGIN_FAILURES_PER_IP: count(100),
  LIMIT_REGISTRATIONS_PER_HOUR: count(200),
  /** The maximum number of correct passwords and passkeys of an account per hour. */
  LIMIT_LOGINS_PER_HOUR: count(200),
  LIMIT_CODE_MAILS_PER_HOUR: count(5),
  LIMIT_CODE_TRIES: count(5),
  /** Super administrators are emailed when an administrator opens more users than this on a day (threat 51). */
  READS_ALERT_PER_DAY: withDefault(z.coerce.number().int().min(1).max(1_000_000), 200),
  /** The maximum number of documents that a user may upload per hour (threat 32). */
  LIMIT_UPLOADS_PER_HOUR: count(120),
  /** The maximum number of requests, cancellations, redemptions and choices of an investor per hour. */
  LIMIT_MONEY_ACTS_PER_HOUR: count(60),
  /** Above this expected amount a year, in naira, a reviewer is asked before approving a due diligence form. */
  DUE_DILIGENCE_QUESTION_NAIRA: count(100_000_000, 10_000_000_000_000),
  /** The share of a plan's capacity that one investor's unpaid requests may hold, in percent. */
  MAX_UNPAID_SHARE_PERCENT: withDefault(z.coerce.number().int().min(1).max(100), 25),
  /** The maximum number of identity numbers that an administrator may reveal per hour (threat 52). */
  LIMIT_REVEALS_PER_HOUR: count(20),
  /** The maximum number of identity checks that an administrator may request per hour. */
  LIMIT_IDENTITY_CHECKS_PER_HOUR: count(60),
  /** The minimum number of seconds between two codes to one address. */
  CODE_RESEND_SECONDS: count(60),
});

export interface S3Settings {
  /** The address of the store, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  serverSideEncryption?: string | undefined;
}

export type Env = z.infer<typeof envSchema> & {
  ADMIN_TWO_STEP: "optional" | "required";
  FILES: "disk" | "uploadthing" | "s3";
  /** The S3 settings together; null if there are none. */
  S3: S3Settings | null;
};

/** Parses environment variables. Throws one Error that lists each invalid variable on its own line, without its value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(source);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new Error(`The configuration is not complete:\n${lines.join("\n")}`);
  }
  const env = result.data;
  if (env.RESEND_API_KEY && !env.MAIL_FROM) {
    throw new Error("The configuration is not complete:\n  MAIL_FROM is required when RESEND_API_KEY is set");
  }
  if (env.IDENTITY_PROVIDER === "dojah" && !(env.DOJAH_APP_ID && env.DOJAH_SECRET_KEY)) {
    throw new Error(
      "The configuration is not complete:\n  DOJAH_APP_ID and DOJAH_SECRET_KEY are required when IDENTITY_PROVIDER is dojah",
    );
  }
  if (env.IDENTITY_PROVIDER === "sandbox" && env.NODE_ENV === "production" && !env.DEMO) {
    throw new Error(
      "The configuration is not complete:\n  IDENTITY_PROVIDER must not be sandbox in production",
    );
  }
  if (env.NODE_ENV === "production" && !env.RETENTION_KEYS) {
    throw new Error("The configuration is not complete:\n  RETENTION_KEYS is required in production");
  }
  if (env.FILES === "uploadthing" && !env.UPLOADTHING_TOKEN) {
    throw new Error(
      "The configuration is not complete:\n  UPLOADTHING_TOKEN is required when FILES is uploadthing",
    );
  }
  const isProduction = env.NODE_ENV === "production" && !env.DEMO;
  return {
    ...env,
    FILES: env.FILES ?? (env.UPLOADTHING_TOKEN ? "uploadthing" : "disk"),
    S3: parseS3Settings(env),
    HOST: env.HOST ?? (env.DEMO ? "127.0.0.1" : undefined),
    ADMIN_TWO_STEP: env.ADMIN_TWO_STEP ?? (isProduction ? "required" : "optional"),
  };
}

/** Returns the S3 settings, or null if none is set and none is needed. Throws if only some are set. */
function parseS3Settings(env: z.infer<typeof envSchema>): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const settings = { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]));
  if (env.FILES !== "s3" && missing.length === Object.keys(settings).length) return null;
  if (missing.length > 0) {
    const lines = missing.map((name) => `  ${name} is required for files on S3`);
    throw new Error(`The configuration is not complete:\n${lines.join("\n")}`);
  }
  return {
    endpoint: S3_ENDPOINT!,
    bucket: S3_BUCKET!,
    region: S3_REGION!,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
    serverSideEncryption: env.S3_SERVER_SIDE_ENCRYPTION,
  };
}

/** Returns the decoded keys of PII_KEYS, newest first. */
export function parseKeyRing(value: string): { id: string; key: Buffer }[] {
  return value.split(",").map((part) => {
    const [id, key] = split(part);
    return { id, key: decodeKey(key)! };
  });
}

export const decodeKey32 = (value: string): Buffer => decodeKey(value)!;

let parsed: Env | undefined;
let site: z.infer<typeof siteSchema> | undefined;

/** The configuration, parsed on first use. instrumentation.ts parses it at startup, so that no request is served with an invalid one. */
export const env: Env = new Proxy({} as Env, {
  get: (_, name: string) => (parsed ??= parseEnv(process.env))[name as keyof Env],
});

/** Returns the public part of the configuration; available during the build. */
export const siteEnv = (): z.infer<typeof siteSchema> => (site ??= siteSchema.parse(process.env));

/** Whether `next dev` runs. This is available before the configuration is complete. */
export const isDevelopment = process.env.NODE_ENV === "development";

/** Parses the configuration and sets the variable that next-auth reads itself. Throws with the name of each invalid variable. */
export function checkConfiguration(): void {
  process.env.NEXTAUTH_URL = env.APP_URL;
}
