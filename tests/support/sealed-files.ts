import { createHash } from "node:crypto";
import { uploadPath } from "@/lib/files/disk";
import { stack } from "./stack";

export const onDisk = (key: string) => uploadPath(stack().dataDir, key);

export const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
