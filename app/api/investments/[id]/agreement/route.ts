import { makeAgreement } from "@/lib/documents/agreement";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getAgreement", async ({ viewer, params }) => {
    const { bytes, name } = await makeAgreement(viewer, params.id);
    return attachment(bytes, "pdf", name);
  }),
});
