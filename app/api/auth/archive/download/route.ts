import { downloadArchive } from "@/lib/account/archive";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("downloadArchive", async ({ viewer }) => {
    const file = await downloadArchive(viewer);
    return new Response(file.stream, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${file.originalName}"`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store, no-transform",
      },
    });
  }),
});
