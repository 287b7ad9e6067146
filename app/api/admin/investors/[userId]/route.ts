import { notFound } from "@/lib/errors";
import { route, serve } from "@/lib/http/route";
import { readInvestorMoney } from "@/lib/investments/investor-money";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getInvestorMoney", async ({ viewer, params }) => {
    const money = await readInvestorMoney(viewer, params.userId);
    if (!money) throw notFound("Investor not found");
    return { data: money };
  }),
});
