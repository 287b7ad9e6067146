import { createDataExport } from "@/lib/account/data-export";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("downloadMe", async ({ viewer, body, client }) => {
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await createDataExport(viewer, body.password, client), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="my-data-${day}.zip"`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store, no-transform",
      },
    });
  }),
});
