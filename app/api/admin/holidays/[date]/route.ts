import { route, serve } from "@/lib/http/route";
import { removeHoliday, saveHoliday } from "@/lib/calendar/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("saveHoliday", async ({ viewer, params, body }) => ({
    data: await saveHoliday(viewer, { ...params, ...body }),
  })),
  DELETE: route("removeHoliday", async ({ viewer, params }) => ({
    data: await removeHoliday(viewer, params.date),
  })),
});
