import { createHash } from "node:crypto";
import { inject } from "vitest";
import { uploadPath } from "@/lib/files/disk";

export const onDisk = (key: string) => uploadPath(inject("stack").dataDir, key);

export const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
