import { type Page } from "../test";

/** The plain-sight checks among the findings of the review page (product 10.19). */
export const checks = (page: Page) => page.getByRole("region", { name: "Findings" });
