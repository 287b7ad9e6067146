import { afterAll, afterEach, expect } from "vitest";
import { log, type LogFields } from "@/lib/log";
import { isExpected, requireExpectedErrors, startErrorLog } from "./error-log";
import { onServerStop } from "./server";
import { stack } from "./stack";

/** Runs before each test file that needs a database, so that lib uses that database and its keys. */
const { env, dataDir } = stack();
Object.assign(process.env, env);

startErrorLog(dataDir);
onServerStop(({ files }) => requireExpectedErrors([files.stdout]));

const unexpected: LogFields[] = [];
log.error = (fields) => {
  if (!isExpected(fields.event)) unexpected.push(fields);
};
const requireNone = () =>
  expect(unexpected.splice(0), "errors logged that the test does not announce (expectErrorLog)").toEqual([]);
afterEach(requireNone);
afterAll(requireNone);
