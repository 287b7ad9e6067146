import { makeReceipt } from "@/lib/documents/receipt";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getReceipt", async ({ viewer, params }) => {
    const { bytes, name } = await makeReceipt(viewer, params.id, params.entryId);
    return attachment(bytes, "pdf", name);
  }),
});
