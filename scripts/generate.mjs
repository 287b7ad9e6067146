// Writes the Prisma client (lib/db/generated) from prisma/schema, unless it is already the client of this schema.
import fs from "node:fs";
import path from "node:path";
import { hashOf, isMain, main, projectNode, readText, root, run } from "./lib/common.mjs";

const output = path.join(root, "lib/db/generated");
const stamp = path.join(output, ".schema-hash");

/** Answers whether there was something to do. */
export async function generate() {
  const hash = hashOf(["prisma/schema", "node_modules/prisma/package.json"]);
  if (readText(stamp) === hash) return false;
  await run(projectNode, [path.join(root, "node_modules/prisma/build/index.js"), "generate"], {
    quiet: true,
    what: "prisma generate",
    // `generate` asks for the native schema engine and never uses it; naming any program keeps it from being downloaded.
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  fs.writeFileSync(stamp, hash);
  return true;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    console.log((await generate()) ? "Wrote the database client." : "The database client is up to date.");
  });
}
