import { ApiError } from "@/lib/contract/client";

/** More than any photo that can be scaled down. Larger files are rejected by size. */
const MAX_READ_BYTES = 50_000_000;
const UNREADABLE = "We can no longer read this file. Choose it again.";

/**
 * Copies a chosen file into memory, so that it can still be sent after the file has been changed or deleted, or its drive has gone offline.
 * Throws an ApiError if the file cannot be read now.
 */
export async function readFile(file: File): Promise<File> {
  if (file.size > MAX_READ_BYTES) return file;
  const { name, type, lastModified } = file;
  try {
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    throw new ApiError(0, "UNREADABLE_FILE", UNREADABLE);
  }
}
