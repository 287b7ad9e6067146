import { previewStatement } from "@/lib/bank/preview";
import { csvMappingInput } from "@/lib/bank/readers/csv-mapping-schema";
import { statementOptions } from "@/lib/bank/schema";
import { parseBody, route, serve } from "@/lib/http/route";
import { receiveStatement } from "@/lib/http/statement-upload";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("previewStatement", async ({ viewer, request }) => {
    const { file, fields, mapping } = await receiveStatement(request, viewer.userId);
    const options = parseBody(statementOptions, fields);
    return { data: await previewStatement(file, mapping && parseBody(csvMappingInput, mapping), options) };
  }),
});
