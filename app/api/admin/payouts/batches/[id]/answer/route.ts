import { route, serve } from "@/lib/http/route";
import { receiveStatement } from "@/lib/http/statement-upload";
import { readAnswerFile } from "@/lib/payouts/bank-answer";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("readBankAnswer", async ({ viewer, params, request }) => {
    const { file } = await receiveStatement(request, viewer.userId);
    return { data: await readAnswerFile(viewer, params.id, file.bytes) };
  }),
});
