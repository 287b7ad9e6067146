import { once } from "node:events";
import http from "node:http";
import { samplePdf } from "../../../prisma/seed/files";
import { PASSWORD, tokenOf } from "../client";
import { seconds } from "../load";
import type { FaultRun } from "../run";
import { FaultCluster } from "../world";

const IN_FLIGHT = 50;

interface InFlight {
  sent: Promise<unknown>;
  answered: Promise<number>;
}

/** Begins a request on a separate connection; `sent` resolves when it is completely sent. The status is 0 if it was dropped. */
function begin(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): InFlight {
  const request = http.request(base + path, { method, headers, agent: false });
  const answered = new Promise<number>((resolve) => {
    request.once("error", () => resolve(0));
    request.once("response", (response) => {
      response.resume();
      response.once("error", () => resolve(0));
      response.once("close", () => resolve(response.complete ? response.statusCode! : 0));
    });
  });
  const sent = Promise.race([once(request, "finish"), answered]);
  request.end(body);
  return { sent, answered };
}

/** Row 46: SIGTERM during fifty requests. */
export const drain: FaultRun = async () => {
  const world = await FaultCluster.start();
  const [base = ""] = world.urls;
  const people = await world.people(IN_FLIGHT, "drain");
  const token = await tokenOf(base, people[0]!.email);
  const bearer = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await samplePdf("Utility bill"))]), "bill.pdf");
  const upload = new Response(form);
  const type = upload.headers.get("content-type")!;
  const file = Buffer.from(await upload.arrayBuffer());

  const requests = people.map(({ email }, n) => {
    if (n % 5 === 0) return begin(base, "GET", "/api/auth/me", bearer);
    if (n % 5 === 1)
      return begin(
        base,
        "PUT",
        "/api/verification/draft/files/utilityBill",
        { ...bearer, "content-type": type },
        file,
      );
    const body = Buffer.from(JSON.stringify({ email, password: PASSWORD }));
    return begin(base, "POST", "/api/auth/login", { "content-type": "application/json" }, body);
  });
  await Promise.all(requests.map(({ sent }) => sent));
  const began = Date.now();
  const ended = world.servers[0]!.stop("SIGTERM");
  const statuses = await Promise.all(requests.map(({ answered }) => answered));
  const { code } = await ended;
  const dropped = statuses.filter((status) => status !== 200).length;
  return [
    {
      row: 46,
      reached: `${dropped} of ${IN_FLIGHT} in flight dropped, ended with code ${code} after ${seconds(Date.now() - began)}`,
      ok: dropped === 0 && code === 0,
    },
  ];
};
