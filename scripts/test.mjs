// `npm test` runs the full test suite, even on a fresh clone (tests/run.ts).
import { start } from "./start.mjs";

start("tests/run.ts", ...process.argv.slice(2));
