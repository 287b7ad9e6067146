import { requestConsultation } from "@/lib/consultation/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("requestConsultation", async ({ body, client }) => {
    await requestConsultation(body, client);
    return {};
  }),
});
