import { route, serve } from "@/lib/http/route";
import { makeEvidencePack } from "@/lib/review/decisions/evidence";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("evidence", async ({ viewer, params, body }) => {
    const pack = await makeEvidencePack(viewer, params.userId, body.reason);
    return new Response(new Uint8Array(pack), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="evidence-${params.userId}.zip"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
