import { route, serve } from "@/lib/http/route";
import { setInvestorType } from "@/lib/account/profile-commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("setInvestorType", async ({ viewer, body }) => {
    const user = await setInvestorType(viewer, body.type);
    return { data: user, extra: { user } };
  }),
});
