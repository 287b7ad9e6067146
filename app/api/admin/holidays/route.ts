import { route, serve } from "@/lib/http/route";
import { listHolidays } from "@/lib/calendar/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listHolidays", async () => ({ data: await listHolidays() })),
});
