import { ApiError } from "@/lib/contract/client";

/** This is more than any photo that is scaled down. Larger files are refused by their size. */
const MAX_READ_BYTES = 50_000_000;
const UNREADABLE = "We can no longer read this file. Choose it again.";

/**
 * A copy of a chosen file in memory, which can still be sent after the file was changed or deleted, or its drive went offline. Throws an
 * ApiError if the file cannot be read now.
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
