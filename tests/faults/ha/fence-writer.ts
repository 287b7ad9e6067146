// Writes to the PostgreSQL of one machine, whatever it is, as somebody would who still believes it to be the primary. Appends the number of
// each acknowledged write to a file.
//   node tests/faults/ha/fence-writer.ts URL MACHINE FILE
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const [url = "", machine = "", file = ""] = process.argv.slice(2);
const pool = new pg.Pool({
  connectionString: url,
  max: 1,
  connectionTimeoutMillis: 1_000,
  query_timeout: 3_000,
});
pool.on("error", () => undefined);
// A program that starts again must not repeat numbers.
for (let n = Date.now(); ; n += 1) {
  const isWritten = await pool.query("insert into fence.writes values ($1, $2)", [machine, n]).then(
    () => true,
    () => false,
  );
  if (isWritten) fs.appendFileSync(file, `${n}\n`);
  await sleep(300);
}
