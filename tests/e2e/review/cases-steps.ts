import { openPage, type Browser, type Page } from "../test";
import { applicantNamed, userOf } from "../rest";
import { authenticate } from "../support";

/** Cases: claims, live updates, assignment and notes (product 10.15). */
export async function applicants(base: string, count: number) {
  const mark = `Case${Date.now().toString(36)}`;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await applicantNamed(base, `${mark} ${n}`);
    ids.push((await userOf(base, user.email))._id);
  }
  return { mark, ids };
}

export async function visit(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await openPage(browser, baseURL);
  await authenticate(page, email);
  return page;
}

export const working = (page: Page, who: string) =>
  page.getByText(new RegExp(`^${who}.* working on this case`));
