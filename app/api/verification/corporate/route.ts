import { parseBody, readJson, route, serve } from "@/lib/http/route";
import { requireForm, saveAnswers } from "@/lib/verification/submission/commands";
import { corporateSchema } from "@/lib/verification/forms/schema";
import { unmaskNumbers } from "@/lib/verification/drafts/masked-numbers";
import { corporateRows } from "@/lib/verification/submission/rows";

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
