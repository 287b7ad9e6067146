import { parseBody, route, serve } from "@/lib/http/route";
import { importStatement } from "@/lib/payments/incoming/import";
import { csvMappingSchema } from "@/lib/payments/statements/csv-mapping";
import { receiveStatement } from "./receive-statement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("importStatement", async ({ viewer, request }) => {
    const { file, fields } = await receiveStatement(request, viewer.userId);
    const mapping = fields && parseBody(csvMappingSchema, fields);
    return { data: await importStatement(viewer, file, mapping), message: "Statement imported" };
  }),
});
