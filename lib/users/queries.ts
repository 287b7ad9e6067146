import "server-only";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { UserDto } from "./dto";
import { toUserDto } from "./serialize";
import { readUsers } from "./rows";

/** The signed-in person as they see themselves. Throws NOT_FOUND when the account is gone. */
export async function getCurrentUser(userId: string, tx: Tx | typeof db = db): Promise<UserDto> {
  const [user] = await readUsers(Prisma.sql`SELECT * FROM users WHERE id = ${userId}::uuid`, tx);
  if (!user) throw notFound();
  return toUserDto(user, "self");
}
