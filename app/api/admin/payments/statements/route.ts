import { importStatement } from "@/lib/bank/import";
import { csvMappingSchema } from "@/lib/bank/readers/csv-mapping-schema";
import { parseBody, route, serve } from "@/lib/http/route";
import { receiveStatement } from "@/lib/http/statement-upload";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("importStatement", async ({ viewer, request }) => {
    const { file, fields } = await receiveStatement(request, viewer.userId);
    const mapping = fields && parseBody(csvMappingSchema, fields);
    return { data: await importStatement(viewer, file, mapping), message: "Statement imported" };
  }),
});
