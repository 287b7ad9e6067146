import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getPaymentFile", async ({ viewer, params, query }) => {
    const { type, content } = await makePaymentFile(viewer, params.id, query);
    return attachment(content, type, `payouts-${params.id}.${type}`);
  }),
});
