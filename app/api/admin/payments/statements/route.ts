import { importStatement } from "@/lib/bank/import";
import { csvMappingSchema } from "@/lib/bank/readers/csv-mapping-schema";
import { statementOptions } from "@/lib/bank/schema";
import { listGaps, listStatements } from "@/lib/bank/statements";
import { parseBody, route, serve } from "@/lib/http/route";
import { receiveStatement } from "@/lib/http/statement-upload";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listStatements", async ({ query }) => {
    const { items, next } = await listStatements(query);
    return { data: items, extra: { next, gaps: await listGaps(query.bankAccountId) } };
  }),
  POST: route("importStatement", async ({ viewer, request }) => {
    const { file, fields, mapping } = await receiveStatement(request, viewer.userId);
    const options = parseBody(statementOptions, fields);
    const data = await importStatement(
      viewer,
      file,
      mapping && parseBody(csvMappingSchema, mapping),
      options,
    );
    return { data, message: "Statement imported" };
  }),
});
