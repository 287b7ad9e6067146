import pg from "pg";
import { startDatabase, startServer } from "../../support/server";
import { logIn } from "../support";
import { openPage, test as base, type Browser, type Page } from "../test";

/** Second approval applies to a whole installation, so this journey has a separate server (product 10.14). */
export interface Own {
  url: string;
  query: (sql: string) => Promise<void>;
}

export const test = base.extend<object, { own: Own }>({
  own: [
    async ({}, provide) => {
      const database = await startDatabase({ seed: true });
      const server = await startServer({ database }).catch(async (error: unknown) => {
        await database.stop();
        throw error;
      });
      const query = async (sql: string) => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        await client.query(sql);
        await client.end();
      };
      await provide({ url: server.url, query });
      await server.stop();
      await database.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ own }, provide) => provide(own.url),
});

export async function visit(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await openPage(browser, baseURL);
  await logIn(page, email);
  return page;
}
