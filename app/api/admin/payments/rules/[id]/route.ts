import { deleteLineRule, switchLineRule } from "@/lib/bank/line-rule-commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route("switchLineRule", async ({ viewer, params, body }) => ({
    data: await switchLineRule(viewer, params.id, body.isActive),
    message: body.isActive ? "Rule switched on" : "Rule switched off",
  })),
  DELETE: route("deleteLineRule", async ({ viewer, params }) => {
    await deleteLineRule(viewer, params.id);
    return { message: "Rule deleted" };
  }),
});
