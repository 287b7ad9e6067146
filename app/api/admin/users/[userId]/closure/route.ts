import { route, serve } from "@/lib/http/route";
import { closeAccount } from "@/lib/review/duplicates/closure";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("closeAccount", async ({ viewer, params, body }) => {
    await closeAccount(viewer, params.userId, body.goesOn);
    return { message: "Account closed" };
  }),
});
