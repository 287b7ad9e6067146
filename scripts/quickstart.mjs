// `npm run quickstart` leads from a fresh clone to a running instance with demo data (server/commands/quickstart.ts).
import { start } from "./start.mjs";

start("server/commands/quickstart.ts", ...process.argv.slice(2));
