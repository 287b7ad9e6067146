import { endpoint } from "@/lib/endpoint";
import { consultationSchema } from "./schema";

export const consultation = {
  requestConsultation: endpoint("POST", "/api/consultations", "public", {
    body: consultationSchema,
    status: 201,
    failures: ["NOT_FOUND", "RATE_LIMITED"],
    fallback: "We couldn't send your request. Please try again.",
  }),
};
