import { type Page } from "../test";

/** The review: earlier submissions, duplicates and the keyboard (product 2.12, 2.13). */
export const review = (page: Page, id: string) => page.goto(`/admin/verification/${id}`);

export const heading = (page: Page) => page.getByRole("heading", { name: "User Verification" });
