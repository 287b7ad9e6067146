import { endpoints } from "@/lib/contract/endpoints";
import { parseBody, readJson, route, serve } from "@/lib/http/route";
import { saveIndividualAnswers, variantOf } from "@/lib/verification/individual";
import { unmaskNumbers } from "@/lib/verification/masked-numbers";
import { individualSchema } from "@/lib/verification/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.submitVerification, async ({ viewer, request }) => {
    // Which fields are asked depends on who asks (product 5.1: the startup variant has no age bracket).
    const schema = individualSchema(variantOf(viewer));
    const answers = parseBody(schema, await unmaskNumbers(viewer, await readJson(request)));
    const submissionId = await saveIndividualAnswers(viewer, answers);
    return {
      data: { submissionId },
      message: "Answers stored. Send the documents to complete your submission.",
    };
  }),
});
