import * as z from "zod";
import { invalid } from "@/lib/errors";
import { fileMessages } from "@/lib/forms/files";
import { receiveMultipart } from "@/lib/http/multipart";
import { parseBody, route, serve } from "@/lib/http/route";
import { importUploadedList } from "@/lib/review/screening/import-upload";
import { MAX_LIST_BYTES } from "@/lib/review/screening/schema";
import { listWatchlists } from "@/lib/review/screening/watchlists";

const limit = { maxBytes: MAX_LIST_BYTES, message: "Max file size is 64MB" };
const fields = z.object({ date: z.iso.date("Enter a date").optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listWatchlists", async ({ viewer }) => ({ data: await listWatchlists(viewer) })),
  POST: route("importWatchlist", async ({ viewer, request }) => {
    await using received = await receiveMultipart(request, viewer.userId, ["file"], limit);
    const file = received.files.get("file");
    if (!file) throw invalid("file", fileMessages.required);
    const { date } = parseBody(fields, Object.fromEntries(received.fields));
    return { data: await importUploadedList(viewer, file.path, date), message: "List imported" };
  }),
});
