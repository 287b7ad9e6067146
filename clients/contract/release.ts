// `npm run api:release -- "What has changed"` writes the contract of this code as the released one: openapi.json and what is derived from
// it, the version and the change log. It refuses a change that breaks clients, unless --breaking is given, which is a new major version.
// `npm run api:release -- --check` only lists what would break.
import fs from "node:fs";
import { parseArgs, isDeepStrictEqual } from "node:util";
import { UserFacingError, runCommand } from "@/server/process";
import { lagosDay } from "@/lib/dates";
import { listChanges, nextVersion } from "./changes";
import { findBreakingChanges } from "./compare";
import { derivedFiles, files, presentDocument, releasedDocument } from "./released";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { breaking: { type: "boolean" }, check: { type: "boolean" } },
  });
  const released = releasedDocument();
  const present = presentDocument(released?.info.version);
  if (released && isDeepStrictEqual(released, present)) {
    console.log(`The contract is that of ${released.info.version}.`);
    return;
  }
  const today = lagosDay();
  const problems = released ? findBreakingChanges(released, present, today) : [];
  if (problems.length && !values.breaking) {
    const list = problems.map((line) => `  ${line}`).join("\n");
    throw new UserFacingError(`These changes break clients of ${released?.info.version}:\n${list}`);
  }
  const changes = released ? listChanges(released, present) : ["The first version."];
  if (values.check) {
    console.log([`Not released yet, and breaks no client:`, ...changes].join("\n  "));
    return;
  }
  const version = released ? nextVersion(released.info.version, changes, problems.length > 0) : "1.0.0";
  for (const [file, text] of derivedFiles({ ...present, info: { ...present.info, version } }))
    fs.writeFileSync(file, text);
  const versionFile = fs.readFileSync(files.version, "utf8");
  fs.writeFileSync(files.version, versionFile.replace(/"[\d.]+"/, JSON.stringify(version)));
  const log = fs.existsSync(files.changeLog)
    ? fs.readFileSync(files.changeLog, "utf8")
    : "# Changes of the API\n";
  const [title, ...older] = log.split(/^(?=## )/m);
  const breaking = problems.map((line) => `- **Breaking**: ${line}`);
  const entry = [`## ${version} (${today})`, "", ...positionals.flatMap((text) => [text, ""])];
  const lines = [...entry, ...breaking, ...changes.map((line) => `- ${line}`), "", ""];
  fs.writeFileSync(
    files.changeLog,
    `${title!.trimEnd()}\n\n${[lines.join("\n"), ...older].join("").trimEnd()}\n`,
  );
  console.log(`Wrote version ${version} of the contract. Review clients/CHANGELOG.md.`);
});
