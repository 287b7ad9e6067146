import { bookByRulesIfPossible } from "@/lib/bank/book-by-rule";
import { addLineRule, listLineRules } from "@/lib/bank/line-rule-commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listLineRules", async () => ({ data: await listLineRules() })),
  POST: route("addLineRule", async ({ viewer, body }) => {
    const rule = await addLineRule(viewer, body);
    const count = await bookByRulesIfPossible();
    if (count === 0) return { data: rule, message: "Rule saved" };
    const [data = rule] = await listLineRules(undefined, rule._id);
    return { data, message: `Rule saved, ${count === 1 ? "1 line" : `${count} lines`} booked` };
  }),
});
