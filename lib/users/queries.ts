import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { UserDto } from "./dto";
import { toUserDto, userInclude } from "./serialize";

/** The signed-in user. Throws NOT_FOUND if the account is deleted. */
export async function getCurrentUser(userId: string, tx: Tx | typeof db = db): Promise<UserDto> {
  const user = await tx.user.findUnique({ where: { id: userId }, include: userInclude });
  if (!user) throw notFound();
  return toUserDto(user, "self");
}
