import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import {
  accountPage,
  accountParams,
  investmentBooksDto,
  postingDto,
  trialBalanceDto,
} from "@/lib/investing/books/schema";

/** The ledger (product 10.35). */
export const books = {
  getTrialBalance: endpoint("GET", "/api/admin/ledger", "admin", {
    data: trialBalanceDto,
    fallback: "Could not load the trial balance",
  }),
  listFirmPostings: endpoint("GET", "/api/admin/ledger/{account}", "admin", {
    params: accountParams,
    query: accountPage,
    data: z.array(postingDto),
    extra: z.object({ next: z.string().nullable() }),
    fallback: "Could not load the account",
  }),
  getInvestmentBooks: endpoint("GET", "/api/admin/investments/{id}", "admin", {
    params: z.object({ id: z.uuid().toLowerCase() }),
    data: investmentBooksDto,
    fallback: "Could not load the investment",
  }),
};
