import { route, serve } from "@/lib/http/route";
import { editPlan } from "@/lib/plans/commands";
import { getPlan } from "@/lib/plans/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getPlan", async ({ params }) => ({ data: await getPlan(params.planId) })),
  PUT: route("editPlan", async ({ viewer, params: { planId }, body: { revision, ...content } }) => ({
    data: await editPlan(viewer, { planId, revision }, content),
    message: "Changes saved",
  })),
});
