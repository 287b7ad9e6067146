import { db } from "@/lib/db/client";
import { call, until, urls, type SignedIn } from "./api";
import { unzip } from "./unzip";

/** Downloads the user's archive. Returns the response, even if it is a failure. */
export const downloadArchive = ({ token }: Pick<SignedIn, "token">) =>
  fetch(`${urls()[0]}/api/auth/archive/download`, { headers: { authorization: `Bearer ${token}` } });

export const requestArchive = ({ token }: Pick<SignedIn, "token">) =>
  call("POST", "/api/auth/archive", { token });

/** Waits until a server's job has created the user's archive. */
export const archiveMade = (userId: string) =>
  until(
    () => db.dataArchive.findFirst({ where: { userId, stoppedAt: null, fileId: { not: null } } }),
    "the archive to be made",
  );

/** Creates an archive of the user's data. Returns its files by name. ARCHIVE_DELAY_HOURS is shortened for tests. */
export async function newArchive(user: SignedIn): Promise<Map<string, Buffer>> {
  await db.dataArchive.deleteMany({ where: { userId: user.id } });
  const requested = await requestArchive(user);
  if (requested.status !== 201) throw new Error(`archive: ${requested.status} ${requested.body.message}`);
  await archiveMade(user.id);
  return unzip(Buffer.from(await (await downloadArchive(user)).arrayBuffer()));
}
