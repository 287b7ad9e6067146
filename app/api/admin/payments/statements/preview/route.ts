import { previewStatement } from "@/lib/bank/import";
import { csvMappingInput } from "@/lib/bank/readers/csv-mapping-schema";
import { parseBody, route, serve } from "@/lib/http/route";
import { receiveStatement } from "@/lib/http/statement-upload";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("previewStatement", async ({ viewer, request }) => {
    const { file, fields } = await receiveStatement(request, viewer.userId);
    return { data: await previewStatement(file, fields && parseBody(csvMappingInput, fields)) };
  }),
});
