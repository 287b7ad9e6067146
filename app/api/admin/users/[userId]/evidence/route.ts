import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { makeEvidencePack } from "@/lib/review/decisions/evidence";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("evidence", async ({ viewer, params, body }) => {
    const pack = await makeEvidencePack(viewer, params.userId, body);
    return attachment(pack as BodyInit, "zip", `evidence-${params.userId}.zip`);
  }),
});
