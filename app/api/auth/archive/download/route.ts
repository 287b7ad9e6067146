import { downloadArchive } from "@/lib/account/archive";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("downloadArchive", async ({ viewer }) => {
    const file = await downloadArchive(viewer);
    return attachment(file.stream, "zip", file.originalName);
  }),
});
