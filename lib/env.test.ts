import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { envSchema, parseEnv, parseKeyRing } from "./env";

const key = Buffer.alloc(32, 7).toString("base64");
const good = {
  DATABASE_URL: "postgresql://localhost/seedline",
  AUTH_SECRET: "x".repeat(32),
  ACCESS_TOKEN_SECRET: "y".repeat(32),
  PII_KEYS: `k2:${key},k1:${key}`,
  BLIND_INDEX_KEY: key,
  AUDIT_SIGNING_KEY: key,
};

describe("parseEnv (product 10.1)", () => {
  it("applies defaults, and treats an empty value as absent", () => {
    const env = parseEnv({ ...good, PORT: "", DATA_DIR: "", RESEND_API_KEY: "", UPLOADTHING_TOKEN: "" });
    expect(env).toMatchObject({
      PORT: 3000,
      DATA_DIR: ".data",
      APP_URL: "http://localhost:3000",
      TRUSTED_PROXY_HOPS: 0,
      DEMO: false,
    });
    expect(env.RESEND_API_KEY).toBeUndefined();
  });

  it("names every missing and every invalid variable without its value", () => {
    const bad = () =>
      parseEnv({ PORT: "abc", APP_URL: "nowhere", PII_KEYS: "k1:c2hvcnQ=", AUTH_SECRET: "short-secret" });
    for (const name of [
      "DATABASE_URL",
      "AUTH_SECRET",
      "ACCESS_TOKEN_SECRET",
      "PII_KEYS",
      "BLIND_INDEX_KEY",
      "AUDIT_SIGNING_KEY",
      "PORT",
      "APP_URL",
    ]) {
      expect(bad).toThrow(name);
    }
    expect(bad).not.toThrow(/short-secret|c2hvcnQ/);
  });

  it("requires all settings of S3 together, and names the missing ones", () => {
    const s3 = {
      S3_ENDPOINT: "https://s3.eu-west-1.amazonaws.com",
      S3_BUCKET: "documents",
      S3_REGION: "eu-west-1",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "top-secret",
    };
    expect(parseEnv({ ...good, ...s3, FILES: "s3" })).toMatchObject({
      FILES: "s3",
      S3: { bucket: "documents", secretAccessKey: "top-secret" },
    });
    for (const name of Object.keys(s3)) {
      for (const FILES of ["s3", "disk"]) {
        const incomplete = () => parseEnv({ ...good, ...s3, FILES, [name]: "" });
        expect(incomplete).toThrow(`:\n  ${name} is required for files on S3`);
        expect(incomplete).not.toThrow(/top-secret/);
      }
    }
  });

  it("stores files on disk, unless UploadThing or another storage is set", () => {
    expect(parseEnv(good)).toMatchObject({ FILES: "disk", S3: null });
    expect(parseEnv({ ...good, UPLOADTHING_TOKEN: "token" }).FILES).toBe("uploadthing");
    expect(parseEnv({ ...good, UPLOADTHING_TOKEN: "token", FILES: "disk" }).FILES).toBe("disk");
    expect(() => parseEnv({ ...good, FILES: "uploadthing" })).toThrow("UPLOADTHING_TOKEN is required");
  });

  it("requires two-step login of administrators in production, except in the demo", () => {
    const setting = (variables: Record<string, string>) =>
      parseEnv({ ...good, RETENTION_KEYS: `r1:${key}`, ...variables }).ADMIN_TWO_STEP;
    expect(setting({ NODE_ENV: "production" })).toBe("required");
    expect(setting({ NODE_ENV: "production", DEMO: "true" })).toBe("optional");
    expect(setting({ NODE_ENV: "production", ADMIN_TWO_STEP: "optional" })).toBe("optional");
    expect(setting({})).toBe("optional");
  });

  it("reports an empty required variable as missing", () => {
    expect(() => parseEnv({ ...good, AUTH_SECRET: "", PII_KEYS: "" })).toThrow(
      /AUTH_SECRET is required\n {2}PII_KEYS is required/,
    );
  });

  it("requires a sender address if emails are sent", () => {
    expect(() => parseEnv({ ...good, RESEND_API_KEY: "re_1" })).toThrow("MAIL_FROM");
  });

  it("requires keys for the records of erased accounts in production", () => {
    expect(() => parseEnv({ ...good, NODE_ENV: "production" })).toThrow("RETENTION_KEYS is required");
    const RETENTION_KEYS = `r1:${key}`;
    expect(parseEnv({ ...good, NODE_ENV: "production", RETENTION_KEYS })).toMatchObject({ RETENTION_KEYS });
    expect(() => parseEnv({ ...good, RETENTION_KEYS: "r1:short" })).toThrow("RETENTION_KEYS must be");
  });

  it("requires the keys of the identity provider, and an address that is not on this machine's network", () => {
    const IDENTITY_PROVIDER = "dojah";
    const keys = { DOJAH_APP_ID: "app", DOJAH_SECRET_KEY: "secret" };
    expect(() => parseEnv({ ...good, IDENTITY_PROVIDER })).toThrow("DOJAH_SECRET_KEY");
    expect(parseEnv({ ...good, IDENTITY_PROVIDER, ...keys }).DOJAH_URL).toBe("https://api.dojah.io");
    for (const DOJAH_URL of [
      "http://api.dojah.io",
      "http://10.0.0.1",
      "ftp://127.0.0.1",
      "https://a:b@api.dojah.io",
    ])
      expect(() => parseEnv({ ...good, DOJAH_URL })).toThrow("DOJAH_URL must be an https:// address");
  });

  it("accepts the sandbox of identity checks outside production only", () => {
    const production = {
      ...good,
      NODE_ENV: "production",
      RETENTION_KEYS: `r1:${key}`,
      IDENTITY_PROVIDER: "sandbox",
    };
    expect(() => parseEnv(production)).toThrow("must not be sandbox in production");
    expect(parseEnv({ ...production, DEMO: "true" }).IDENTITY_PROVIDER).toBe("sandbox");
    expect(parseEnv(good).IDENTITY_PROVIDER).toBe("manual");
  });

  it("reads the key ring with the newest key first", () => {
    expect(parseKeyRing(good.PII_KEYS).map((entry) => entry.id)).toEqual(["k2", "k1"]);
  });

  it("is documented completely in .env.example, which works when copied", () => {
    const example = Object.fromEntries(
      readFileSync(".env.example", "utf8")
        .split("\n")
        .flatMap((line) => {
          const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
          return name ? [[name, value ?? ""]] : [];
        }),
    );
    for (const name of Object.keys(envSchema.shape)) expect(Object.keys(example)).toContain(name);
    expect(() => parseEnv({ ...example, ...good })).not.toThrow();
  });
});
