import { parseBody, readJson, route, serve } from "@/lib/http/route";
import { unmaskNumbers } from "@/lib/onboarding/drafts/masked-numbers";
import { individualSchema } from "@/lib/onboarding/forms/schema";
import { requireForm, saveAnswers } from "@/lib/onboarding/submission/commands";
import { individualRows } from "@/lib/onboarding/submission/rows";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("submitVerification", async ({ viewer, request }) => {
    // The schema depends on the role (product 5.1: the startup variant has no age bracket).
    const { variant = "investor" } = requireForm(viewer, "individual");
    const answers = parseBody(
      individualSchema[variant],
      await unmaskNumbers(viewer, await readJson(request)),
    );
    return {
      data: { submissionId: await saveAnswers(viewer, "individual", (id) => individualRows(id, answers)) },
      message: "Answers stored. Send the documents to complete your submission.",
    };
  }),
});
