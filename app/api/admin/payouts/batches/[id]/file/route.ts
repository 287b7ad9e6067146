import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getPaymentFile", async ({ viewer, params, query }) => {
    const type = query.format === "csv" ? "csv" : "xml";
    return attachment(await makePaymentFile(viewer, params.id, query), type, `payouts-${params.id}.${type}`);
  }),
});
