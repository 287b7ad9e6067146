import { route, serve } from "@/lib/http/route";
import { exportAudit } from "@/lib/audit/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportAudit", async ({ viewer, request }) => {
    const day = new Date().toISOString().slice(0, 10);
    // HEAD is neither audited nor limited.
    const body = request.method === "HEAD" ? null : await exportAudit(viewer);
    return new Response(body, {
      headers: {
        "content-type": "application/jsonl; charset=utf-8",
        "content-disposition": `attachment; filename="audit-${day}.jsonl"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
