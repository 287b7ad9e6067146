import { route, serve } from "@/lib/http/route";
import { proposeBatch } from "@/lib/payouts/commands";
import { listBatches } from "@/lib/payouts/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listBatches", async ({ query }) => {
    const { batches, next } = await listBatches(query);
    return { data: batches, extra: { next } };
  }),
  POST: route("proposeBatch", async ({ viewer, body }) => ({
    data: await proposeBatch(viewer, body),
    message: "Payouts proposed",
    status: 201,
  })),
});
