import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../test";
import { dataDir, query } from "../database";
import { logInWithForm } from "../support";

/**
 * threat 30: even if active content had passed every check, opening a stored document would run no script. The stored bytes
 * are replaced by a page with scripts, in a row that is marked as not sealed and has its hash.
 */
const HOSTILE = `<!doctype html><svg xmlns="http://www.w3.org/2000/svg" onload="window.ran = true"><script>window.ran = true; document.title = "ran"</script></svg>`;

const HOSTILE_HASH = createHash("sha256").update(HOSTILE).digest("hex");

test("a document with scripts runs none of them", async ({ page }) => {
  await logInWithForm(page, "investor@demo.example");
  const documents = await page.evaluate(async () => {
    const answer = await fetch("/api/auth/me", {
      headers: { authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
    const { data } = (await answer.json()) as {
      data: { verification: { documents: Record<string, string> } };
    };
    return Object.values(data.verification.documents);
  });
  expect(documents).toHaveLength(3);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const url of documents) {
    const key = url.split("/").pop()!;
    writeFileSync(path.join(dataDir, "uploads", key.slice(-2), key), HOSTILE);
    await query("UPDATE files SET data_key = NULL, sha256 = $2 WHERE id = $1", [key, HOSTILE_HASH]);
    const { headers } = await page.request.get(url).then((response) => ({ headers: response.headers() }));
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    // Chromium may also refuse to show these bytes.
    await page.goto(url).catch(() => null);
    expect(await page.evaluate(() => Reflect.get(window, "ran") === true).catch(() => false)).toBe(false);
  }
  expect(dialogs).toEqual([]);
});
