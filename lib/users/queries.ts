import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { UserDto } from "./dto";
import { toUserDto, userInclude } from "./serialize";

/** Returns the logged-in user, or null if the account has been deleted. */
export async function findCurrentUser(userId: string, tx: Tx | typeof db = db): Promise<UserDto | null> {
  const user = await tx.user.findUnique({ where: { id: userId }, include: userInclude });
  return user && toUserDto(user, "self");
}

/** Returns the logged-in user. Throws NOT_FOUND if the account has been deleted. */
export async function getCurrentUser(userId: string, tx: Tx | typeof db = db): Promise<UserDto> {
  const user = await findCurrentUser(userId, tx);
  if (!user) throw notFound();
  return user;
}
