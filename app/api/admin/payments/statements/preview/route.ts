import { parseBody, route, serve } from "@/lib/http/route";
import { previewStatement } from "@/lib/payments/incoming/import";
import { csvMappingInput } from "@/lib/payments/statements/csv-mapping";
import { receiveStatement } from "../receive-statement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("previewStatement", async ({ viewer, request }) => {
    const { file, fields } = await receiveStatement(request, viewer.userId);
    return { data: await previewStatement(file, fields && parseBody(csvMappingInput, fields)) };
  }),
});
