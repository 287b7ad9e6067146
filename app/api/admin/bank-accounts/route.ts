import { listBankAccounts, proposeBankAccount } from "@/lib/bank/accounts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listBankAccounts", async () => ({ data: await listBankAccounts() })),
  POST: route("addBankAccount", async ({ viewer, body }) => proposeBankAccount(viewer, null, body)),
});
