import { consultationSchema } from "@/lib/consultation/schema";
import { endpoint } from "../endpoint";

export const consultation = {
  requestConsultation: endpoint("POST", "/api/consultations", "public", {
    summary: "Ask for a call; emailed to CONSULTATION_INBOX, 404 without it",
    body: consultationSchema,
    status: 201,
    failures: ["NOT_FOUND", "RATE_LIMITED"],
    fallback: "We couldn't send your request. Please try again.",
  }),
};
