import { query } from "../database";
import { account, call, submitIndividual, userOf } from "../rest";
import { authenticate } from "../support";
import { type Page } from "../test";

/** The next case after a decision (product 10.22). */

/** Two pending cases, the newer one first in the queue, and the page of that one. */
export async function twoCases(page: Page, baseURL: string) {
  const mark = `Next${Date.now().toString(36)}`;
  const ids: string[] = [];
  for (const n of [0, 1]) {
    const user = await account(baseURL, "personal");
    await call(baseURL, "PUT", "/api/auth/updateMe", user.token, { name: `${mark} ${n}` });
    await submitIndividual(baseURL, user);
    ids.push((await userOf(baseURL, user.email))._id);
  }
  // As if nobody had read or claimed them.
  await authenticate(page, "super@seedline.example");
  await page.goto(`/admin/verification?q=${mark}&order=newest`);
  return { mark, first: ids[1]!, second: ids[0]! };
}

export const readsBySuper = async (userId: string) =>
  (
    await query<{ reads: number }>(
      `SELECT count(*)::int AS reads FROM audit_events JOIN users ON users.id = actor_id
       WHERE target_id = $1 AND action IN ('user.viewed', 'document.viewed') AND users.email = 'super@seedline.example'
         AND data->>'part' <> 'duplicate'`,
      [userId],
    )
  )[0]!.reads;

/** The requests for the page of a user, which would be recorded as a read. */
export function requestsFor(page: Page, userId: string): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(`/admin/verification/${userId}`))
      requests.push(request.url());
  });
  return requests;
}
