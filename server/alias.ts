// Resolves imports as Next.js does: `@/lib/x`, files without an extension, and JSON. Usage: node --import ./server/alias.ts
import fs from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..");
const endings = ["", ".ts", ".tsx", "/index.ts"];

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? "";
    const isOurs = parent.startsWith("file:") && !parent.includes("/node_modules/");
    if (!isOurs || !/^(?:@\/|\.)/.test(specifier)) {
      // Packages without an exports map, such as next, refer to their files without an extension.
      return isOurs && specifier.startsWith("next/")
        ? nextResolve(`${specifier}.js`, context)
        : nextResolve(specifier, context);
    }
    const base = specifier.startsWith("@/")
      ? path.join(root, specifier.slice(2))
      : path.resolve(path.dirname(fileURLToPath(parent)), specifier);
    const file = endings
      .map((ending) => base + ending)
      .find((name) => fs.statSync(name, { throwIfNoEntry: false })?.isFile());
    if (!file) return nextResolve(specifier, context);
    const resolved = nextResolve(pathToFileURL(file).href, context);
    return file.endsWith(".json") ? { ...resolved, importAttributes: { type: "json" } } : resolved;
  },
});
