import { route, serve } from "@/lib/http/route";
import { changeTax, listTaxChanges } from "@/lib/investments/withholding-tax";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listTaxChanges", async () => ({ data: await listTaxChanges() })),
  POST: route("changeTax", async ({ viewer, body }) => ({
    data: await changeTax(viewer, body),
  })),
});
