/** Returns true if the target of a key receives text or choices itself: a letter is then no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox]") !== null;
