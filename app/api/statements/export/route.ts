import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { readAccountStatement, accountStatementCsv } from "@/lib/investments/account-statement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportStatement", async ({ viewer, query }) =>
    attachment(
      accountStatementCsv(await readAccountStatement(viewer.userId, query)),
      "csv",
      `statement-${query.from}-${query.to}.csv`,
    ),
  ),
});
