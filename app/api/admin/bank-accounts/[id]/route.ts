import { proposeBankAccount } from "@/lib/bank/accounts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("changeBankAccount", async ({ viewer, params, body }) =>
    proposeBankAccount(viewer, params.id, body),
  ),
});
