import "server-only";
import { createEmail } from "@/lib/mail/layout";

interface ConsultationRequest {
  fullName: string;
  email: string;
  phone: string;
  interest: string | undefined;
  message: string | undefined;
}

/** The email about a requested call. */
export const consultationEmails = {
  consultationRequested: ({ fullName, email, phone, interest, message }: ConsultationRequest) =>
    createEmail("Consultation request", [
      "A visitor asked for a call within 24 hours.",
      { quote: `Name: ${fullName}\nEmail: ${email}\nPhone: ${phone}\nInterest: ${interest ?? "not given"}` },
      ...(message ? [{ quote: message }] : []),
      "These details were typed by a visitor and are not verified.",
    ]),
};
