import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { statisticsDto } from "@/lib/users/dto";
import { tableNames } from "./schema";

/** The figures of the dashboard (ADR 29). */
export const figures = {
  statistics: endpoint("GET", "/api/admin/statistics", "cases.read", {
    data: statisticsDto,
    fallback: "Failed loading users",
  }),
  exportStatistics: endpoint("GET", "/api/admin/statistics/{table}/export", "cases.read", {
    params: z.object({ table: z.enum(tableNames) }),
    produces: "text/csv",
    fallback: "Could not export the table",
  }),
};
