import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { accountPage, accountParams, postingDto, trialBalanceDto } from "./schema";

/** The ledger (product 10.35). */
export const ledger = {
  getTrialBalance: endpoint("GET", "/api/admin/ledger", "money.read", {
    data: trialBalanceDto,
    fallback: "Could not load the trial balance",
  }),
  listFirmPostings: endpoint("GET", "/api/admin/ledger/{account}", "money.read", {
    params: accountParams,
    query: accountPage,
    data: z.array(postingDto),
    extra: z.object({ next: z.string().nullable() }),
    fallback: "Could not load the account",
  }),
};
