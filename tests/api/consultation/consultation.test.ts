import { describe, expect, it } from "vitest";
import { freshEmail, post, times, waitForMail } from "../../support/api";
import { postJson } from "../../support/own-server";
import { serverBeside } from "../../support/installation";

const inbox = freshEmail("consultations");
const request = {
  fullName: "Ada Visitor",
  email: "ada@test.example",
  phone: "8012345678",
  investmentInterest: "real-estate",
  message: "Please call after 5.",
};

describe("a consultation request (product 2.8)", () => {
  const server = serverBeside({ CONSULTATION_INBOX: inbox });
  const send = (body: object) => postJson(`${server.url}/api/consultations`, body);

  it("is emailed to the configured inbox, and limited per network", async () => {
    expect((await send({ ...request, phone: "0801" })).status).toBe(422);
    expect((await send(request)).status).toBe(201);
    const { text } = await waitForMail(inbox, /Consultation request/);
    for (const words of [
      "Ada Visitor",
      "ada@test.example",
      "8012345678",
      "Real Estate",
      "Please call after 5.",
    ])
      expect(text).toContain(words);
    const statuses = (await times(10, () => send(request))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });

  it("is refused without an inbox", async () => {
    expect((await post("/api/consultations", request)).status).toBe(404);
  });
});
