import { makeStatement } from "@/lib/documents/statement";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getStatementPdf", async ({ viewer, query }) => {
    const { bytes, name } = await makeStatement(viewer, query);
    return attachment(bytes, "pdf", name);
  }),
});
