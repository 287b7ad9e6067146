// `npm run quickstart` leads from a fresh clone to the running product with demo data (server/commands/quickstart.ts).
import { start } from "./start.mjs";

start("server/commands/quickstart.ts", ...process.argv.slice(2));
