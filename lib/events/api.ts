import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { eventDto, eventQuery } from "./schema";

/** What has happened, for programs (product 10.45). */
export const events = {
  listEvents: endpoint("GET", "/api/admin/events", "cases.read", {
    query: eventQuery,
    data: z.array(eventDto),
    /** The number of the last returned event, or the given one if there is none: the next `after`. */
    extra: z.object({ next: z.string().nullable(), hasMore: z.boolean() }),
    fallback: "Could not load the events",
  }),
};
