import { route, serve } from "@/lib/http/route";
import { enterReceiptAccount } from "@/lib/payouts/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("enterReceiptAccount", async ({ viewer, params, body }) => {
    await enterReceiptAccount(viewer, params.id, body);
    return { message: "Account saved" };
  }),
});
