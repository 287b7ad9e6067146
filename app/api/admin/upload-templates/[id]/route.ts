import { route, serve } from "@/lib/http/route";
import { removeUploadTemplate, saveUploadTemplate } from "@/lib/payouts/upload-templates";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("changeUploadTemplate", async ({ viewer, params, body }) => ({
    data: await saveUploadTemplate(viewer, params.id, body),
    message: "Upload template saved",
  })),
  DELETE: route("removeUploadTemplate", async ({ viewer, params }) => ({
    data: await removeUploadTemplate(viewer, params.id),
    message: "Upload template removed",
  })),
});
