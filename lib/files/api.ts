import * as z from "zod";
import { endpoint } from "@/lib/endpoint";

export const files = {
  file: endpoint("GET", "/api/files/{id}", "either", {
    params: z.object({ id: z.uuid().toLowerCase() }),
    produces: "application/octet-stream",
    failures: ["UNAUTHENTICATED"],
  }),
};
