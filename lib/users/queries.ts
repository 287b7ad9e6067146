import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { UserDto } from "./dto";
import { toUserDto, userParts } from "./present";

/** The signed-in person as they see themselves. Throws NOT_FOUND when the account is gone. */
export async function getSelf(userId: string, tx: Tx | typeof db = db): Promise<UserDto> {
  const user = await tx.user.findUnique({
    relationLoadStrategy: "join",
    where: { id: userId },
    include: userParts,
  });
  if (!user) throw notFound();
  return toUserDto(user, "self");
}
