import { type Page } from "../test";

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("accessToken"));
