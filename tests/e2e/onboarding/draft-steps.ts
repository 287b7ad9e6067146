import { type Page } from "../test";

export const saved = (page: Page) => page.getByText("Saved", { exact: true }).filter({ visible: true });
