import { readStatementFile } from "@/lib/bank/statement-files";
import { fileHeaders } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getStatementFile", async ({ viewer, params }) => {
    const { name, bytes } = await readStatementFile(viewer, params.id);
    const headers = { ...fileHeaders(name, "attachment"), "content-type": "application/octet-stream" };
    return new Response(Buffer.from(bytes), { headers });
  }),
});
