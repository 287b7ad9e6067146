import { lagosDay } from "@/lib/dates";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { exportUsers } from "@/lib/users/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportUsers", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    return attachment(await exportUsers(viewer, query), "csv", `users-${lagosDay()}.csv`);
  }),
});
