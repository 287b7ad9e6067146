import { route, serve } from "@/lib/http/route";
import { listUploadTemplates, saveUploadTemplate } from "@/lib/payouts/upload-templates";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listUploadTemplates", async () => ({ data: await listUploadTemplates() })),
  POST: route("addUploadTemplate", async ({ viewer, body }) => ({
    data: await saveUploadTemplate(viewer, null, body),
    message: "Upload template added",
  })),
});
