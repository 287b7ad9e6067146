import { makePayoutAdvice } from "@/lib/documents/payout-advice";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getPayoutAdvice", async ({ viewer, params }) => {
    const { bytes, name } = await makePayoutAdvice(viewer, params.id);
    return attachment(bytes, "pdf", name);
  }),
});
