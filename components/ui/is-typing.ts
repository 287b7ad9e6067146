/** Whether the target of a key press accepts text or choices: a letter is then not a shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox]") !== null;
