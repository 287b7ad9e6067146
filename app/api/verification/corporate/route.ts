import { parseBody, readJson, route, serve } from "@/lib/http/route";
import { unmaskNumbers } from "@/lib/onboarding/drafts/masked-numbers";
import { corporateSchema } from "@/lib/onboarding/forms/schema";
import { requireForm, saveAnswers } from "@/lib/onboarding/submission/commands";
import { corporateRows } from "@/lib/onboarding/submission/rows";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("submitCorporate", async ({ viewer, request }) => {
    requireForm(viewer, "corporate");
    const answers = parseBody(corporateSchema, await unmaskNumbers(viewer, await readJson(request)));
    return {
      data: { submissionId: await saveAnswers(viewer, "corporate", (id) => corporateRows(id, answers)) },
      message: "Answers stored. Send the documents to complete your submission.",
    };
  }),
});
