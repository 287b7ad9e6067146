import { sendDueDiligence } from "@/lib/due-diligence/commands";
import { kindOf, unmaskTaxId } from "@/lib/due-diligence/drafts";
import { readOwnForm } from "@/lib/due-diligence/requirement";
import { dueDiligenceSchema } from "@/lib/due-diligence/schema";
import { parseBody, readJson, route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("ownDueDiligence", async ({ viewer }) => ({ data: await readOwnForm(viewer) })),
  POST: route("sendDueDiligence", async ({ viewer, request }) => {
    const kind = kindOf(viewer);
    const body = await unmaskTaxId(viewer.userId, await readJson(request));
    const answers = parseBody(dueDiligenceSchema[kind], body);
    return { data: await sendDueDiligence(viewer, kind, answers), message: "Form sent" };
  }),
});
