import { type Page } from "../test";

/** Steps on the Manage Administrators page, which only super administrators can open (product 2.15, 5.5). */
export const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

export const fresh = () => `helper.${process.pid}.${Date.now().toString(36)}@seedline.example`;
