import { MAIN_ID } from "@/components/layout/skip-link";

/**
 * A dialog that was opened from a row's menu has nothing to give the focus back to: the menu is gone. It goes to the row's
 * button; when the row is gone too, to the page.
 */
export function focusRowMenu(userId: string | undefined): void {
  // After the dialog has let go of it.
  setTimeout(() => {
    const button = document.querySelector<HTMLElement>(`[data-actions="${CSS.escape(userId ?? "")}"]`);
    (button ?? document.getElementById(MAIN_ID))?.focus({ preventScroll: true });
  }, 0);
}
