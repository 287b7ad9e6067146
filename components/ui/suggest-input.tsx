"use client";

import { useCombobox } from "downshift";
import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { cn } from "./cn";
import { controlClass, type ControlA11y } from "./control";

interface SuggestInputProps<Item> extends Partial<ControlA11y> {
  /** The typed text. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  placeholder?: string;
  maxLength?: number;
  /** Names the list for screen readers. */
  listLabel: string;
  /** The suggestions for the typed text; null while they are loading. */
  items: readonly Item[] | null;
  keyOf: (item: Item) => string;
  /** Called with a chosen suggestion; the caller changes the text. */
  onSelect: (item: Item) => void;
  renderItem: (item: Item) => ReactNode;
  /** Shown instead of suggestions if there are none; null shows no list. */
  emptyText: string | null;
}

/** A text input with suggestions. Only choosing one selects it: leaving the input never does, nor does Enter without a highlighted one. */
export function SuggestInput<Item>({
  value,
  onChange,
  onBlur,
  inputRef,
  name,
  placeholder,
  maxLength,
  listLabel,
  items,
  keyOf,
  onSelect,
  renderItem,
  emptyText,
  id,
  ...aria
}: SuggestInputProps<Item>) {
  const shown = [...(items ?? [])];
  const box = useCombobox<Item>({
    items: shown,
    inputId: id,
    inputValue: value,
    selectedItem: null,
    itemToString: (item) => (item ? keyOf(item) : ""),
    itemToKey: (item) => item && keyOf(item),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onSelect(selectedItem);
    },
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
        : changes,
  });

  // The list is in the flow, so that a dialog grows with it. On a phone, it would open behind the keyboard or below the edge of the screen.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.isOpen) frame.current?.querySelector("ul")?.scrollIntoView({ block: "nearest" });
  }, [box.isOpen, items]);

  const isListShown = box.isOpen && (shown.length > 0 || (items !== null && emptyText !== null));
  return (
    <div ref={frame}>
      <input
        {...box.getInputProps({
          ref: inputRef,
          // The text does not come from downshift's onInputValueChange, which is called so late that the caret moves.
          onChange: (event) => onChange(event.currentTarget.value),
          onBlur: () => onBlur?.(),
        })}
        aria-labelledby={undefined}
        aria-invalid={aria["aria-invalid"]}
        aria-describedby={aria["aria-describedby"]}
        aria-required={aria["aria-required"]}
        name={name}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        className={controlClass}
      />
      <ul
        {...box.getMenuProps({ "aria-labelledby": undefined, "aria-label": listLabel })}
        className={cn(
          "mt-1 max-h-72 scroll-mt-24 scroll-mb-4 overflow-y-auto overscroll-contain rounded-control border border-line bg-surface p-1 shadow-raised",
          !isListShown && "hidden",
        )}
      >
        {isListShown &&
          shown.map((item, index) => (
            <li
              key={keyOf(item)}
              {...box.getItemProps({ item, index })}
              className={cn(
                "min-h-11 cursor-pointer rounded-lg px-3 py-2 text-[0.9375rem]",
                box.highlightedIndex === index && "bg-accent-soft",
              )}
            >
              {renderItem(item)}
            </li>
          ))}
        {isListShown && shown.length === 0 && <li className="px-3 py-2.5 text-sm text-muted">{emptyText}</li>}
      </ul>
    </div>
  );
}
