import { receiveMultipart } from "@/lib/http/multipart";
import { route, serve } from "@/lib/http/route";
import { uploadSlideImage } from "@/lib/carousel/commands";
import { invalid } from "@/lib/errors";
import { sanitizeUpload } from "@/lib/files/sanitize";
import { emptyFile, fileMessages, imageRule } from "@/lib/forms/files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("uploadSlide", async ({ viewer, request }) => {
    await using received = await receiveMultipart(request, viewer.userId, ["file"]);
    const file = received.files.get("file");
    if (!file) throw invalid("file", fileMessages.required);
    if (file.size === 0) throw invalid("file", emptyFile);
    const sanitized = await sanitizeUpload(viewer.userId, file, imageRule);
    const url = await uploadSlideImage(viewer, sanitized.name, sanitized);
    return { data: { url }, extra: { url } };
  }),
});
