import { type Page } from "../test";

/** Manage Carousel (product 2.14, 4.6, 5.4), and its effect on the home page. */
export const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
