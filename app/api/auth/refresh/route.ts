import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { cookieOf, refreshCookie } from "@/lib/auth/cookies";
import { signedInReply } from "@/lib/auth/reply";
import { rotate } from "@/lib/auth/sessions";
import { AppError } from "@/lib/errors";
import { getSelf } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.refresh, async ({ request }) => {
    const session = await rotate(cookieOf(request, refreshCookie()));
    if (!session) throw new AppError("UNAUTHENTICATED");
    return signedInReply({ session, user: await getSelf(session.userId) });
  }),
});
