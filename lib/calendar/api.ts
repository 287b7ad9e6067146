import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { reviewQueues } from "@/lib/submission-rules";
import { holidayDate, holidayDto, holidaySchema, reviewDeadlineDto, reviewDeadlineSchema } from "./schema";

const holidayParams = z.object({ date: holidayDate });

/** Public holidays, and the deadlines of decisions (ADR 29). */
export const calendar = {
  listHolidays: endpoint("GET", "/api/admin/holidays", "cases.read", {
    data: z.array(holidayDto),
    fallback: "Could not load the holidays",
  }),
  saveHoliday: endpoint("PUT", "/api/admin/holidays/{date}", "site.change", {
    keys: true,
    params: holidayParams,
    body: holidaySchema,
    data: z.array(holidayDto),
    failures: ["CONFLICT"],
    fallback: "Could not save the holiday",
  }),
  removeHoliday: endpoint("DELETE", "/api/admin/holidays/{date}", "site.change", {
    keys: true,
    params: holidayParams,
    data: z.array(holidayDto),
    fallback: "Could not remove the holiday",
  }),
  listReviewDeadlines: endpoint("GET", "/api/admin/review-deadlines", "cases.read", {
    data: z.array(reviewDeadlineDto),
    fallback: "Could not load the deadlines",
  }),
  setReviewDeadline: endpoint("PUT", "/api/admin/review-deadlines/{queue}", "site.change", {
    params: z.object({ queue: z.enum(reviewQueues) }),
    body: reviewDeadlineSchema,
    data: z.array(reviewDeadlineDto),
    fallback: "Could not save the deadline",
  }),
};
