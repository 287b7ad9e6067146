import { fileHeaders } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { describeOriginal, openOriginal } from "@/lib/review/decisions/originals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getOriginal", async ({ viewer, params }) => ({
    data: await describeOriginal(viewer, params.id),
  })),
  POST: route("downloadOriginal", async ({ viewer, params, body }) => {
    const file = await openOriginal(viewer, params.id, body);
    // The content type is not the file's own: the upload may be harmful, so no browser may open it.
    return new Response(file.stream, {
      headers: {
        ...fileHeaders(file.originalName, "attachment"),
        "content-type": "application/octet-stream",
      },
    });
  }),
});
