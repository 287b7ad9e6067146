import "server-only";
import pino from "pino";
import { env } from "@/lib/env";

/**
 * The fields that may be logged. This is an allow-list, because personal data reaches logs through unexpected fields (threat 36). Other
 * keys are dropped, as are error messages, which may quote values.
 */
export interface LogFields {
  event: string;
  requestId?: string;
  method?: string;
  /** The pattern of the route, never the actual path. */
  route?: string;
  status?: number;
  ms?: number;
  code?: string;
  userId?: string;
  keyId?: string | undefined;
  mailId?: string;
  investmentId?: string;
  jobName?: string;
  attempts?: number;
  final?: boolean;
  count?: number;
  errorName?: string;
  errorCode?: string;
  /** The file and line where our code threw the error. */
  at?: string;
}

let logger: pino.Logger | undefined;
const out = () =>
  (logger ??= pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }));

const allowed = [
  "event", "requestId", "method", "route", "status", "ms", "code", "userId", "keyId", "mailId", "investmentId", "jobName", "attempts", "final",
  "count", "errorName", "errorCode", "at",
] as const satisfies (keyof LogFields)[]; // oxfmt-ignore

const clean = (fields: LogFields) =>
  Object.fromEntries(allowed.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])));

export const log = {
  info: (fields: LogFields) => out().info(clean(fields)),
  warn: (fields: LogFields) => out().warn(clean(fields)),
  error: (fields: LogFields) => out().error(clean(fields)),
};

/** Returns the loggable properties of an unknown error. */
export function describeError(error: unknown): Pick<LogFields, "errorName" | "errorCode" | "at"> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  // An error of the database adapter has PostgreSQL's code in its cause.
  const code: unknown = Reflect.get(error, "code") ?? Reflect.get(Object(error.cause), "originalCode");
  // Messages may span several lines; only stack frames are used.
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4);
  return {
    errorName: error.name,
    ...(typeof code === "string" ? { errorCode: code } : {}),
    at: frames
      .map((line) =>
        line
          .trim()
          .replace(/^at /, "")
          .replace(/\(?(?:file:\/\/)?\/.*\/(.*?)\)?$/, "$1"),
      )
      .join(" < "),
  };
}
