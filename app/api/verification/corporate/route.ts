import { endpoints } from "@/lib/contract/endpoints";
import { parseBody, readJson, route, serve } from "@/lib/http/route";
import { saveCorporateAnswers } from "@/lib/verification/corporate";
import { corporateSchema } from "@/lib/verification/corporate-schema";
import { unmaskNumbers } from "@/lib/verification/masked-numbers";
import { requireKind } from "@/lib/verification/submission";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.submitCorporate, async ({ viewer, request }) => {
    requireKind(viewer, "corporate");
    const answers = parseBody(corporateSchema, await unmaskNumbers(viewer, await readJson(request)));
    return {
      data: { submissionId: await saveCorporateAnswers(viewer, answers) },
      message: "Answers stored. Send the documents to complete your submission.",
    };
  }),
});
