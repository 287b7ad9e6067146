// Writes the configuration of one machine of a highly available installation (docs/operations/high-availability.md):
//   node deploy/ha/configure.ts --machine a [--settings /etc/seedline/cluster.env]
import fs from "node:fs";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { UserFacingError, runCommand } from "../../server/process.ts";

export const machines = ["a", "b", "c"] as const;
export type MachineName = (typeof machines)[number];

const templates = path.join(import.meta.dirname, "templates");

/**
 * Writes all files of a machine to the folder CONFIG of the settings, readable by their owner and group only. Returns the folder.
 * Throws a UserFacingError that names a missing setting, before anything is written.
 */
export function configure(machine: MachineName, given: Record<string, string | undefined>): string {
  const settings: Record<string, string | undefined> = {
    ...given,
    MACHINE: machine,
    ADDRESS: given[`ADDRESS_${machine.toUpperCase()}`],
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = settings[name];
      if (!value) throw new UserFacingError(`The setting ${name} is missing.`);
      return value;
    });
  const folder = fill("${CONFIG}");
  const files = fs.readdirSync(templates).map((name) => ({
    name,
    text: fill(fs.readFileSync(path.join(templates, name), "utf8")),
  }));
  fs.mkdirSync(folder, { recursive: true, mode: 0o750 });
  for (const { name, text } of files) fs.writeFileSync(path.join(folder, name), text, { mode: 0o640 });
  return folder;
}

if (import.meta.main)
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        machine: { type: "string" },
        settings: { type: "string", default: "/etc/seedline/cluster.env" },
      },
    });
    const machine = machines.find((name) => name === values.machine);
    if (!machine) throw new UserFacingError(`Say which machine: --machine ${machines.join("|")}`);
    if (!fs.existsSync(values.settings)) throw new UserFacingError(`There is no ${values.settings}.`);
    const folder = configure(machine, parseEnv(fs.readFileSync(values.settings, "utf8")));
    console.log(`Wrote the configuration of machine ${machine} to ${folder}.`);
  });
