"use client";

import { useCombobox } from "downshift";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useRef, useState, type Ref } from "react";
import { foldText } from "@/lib/text";
import { cn } from "./cn";
import { controlClass, type ControlA11y } from "./control";

interface ComboboxProps extends Partial<ControlA11y> {
  items: readonly string[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  /** Shown if no item matches. */
  emptyText?: string;
  /** Another name for an item ("FCT"), or null. */
  alias?: (typed: string) => string | null;
  /** An item that always matches ("Other"). */
  always?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** The maximum number of items shown: slow phones take long to draw hundreds. */
const MAX_SHOWN = 60;

/** Removes case, accents and punctuation for comparison: users type "cross river" and "obio akpor". */
const fold = (text: string) => foldText(text).replace(/[^a-z0-9]+/g, "");

/** A select that can be searched by typing; the value is always one of `items` or empty. */
export function Combobox({
  items,
  value,
  onChange,
  onBlur,
  name,
  placeholder,
  disabled,
  emptyText = "No matches. Try another spelling.",
  alias,
  always,
  inputRef,
  id,
  ...aria
}: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const folded = fold(typed ?? "");
  const named = typed === null ? null : alias?.(typed);
  // Before anything is typed, the whole list is shown.
  const found = items.filter(
    (item) => !folded || item === named || item === always || fold(item).includes(folded),
  );
  // A name that is typed in full comes first.
  const shown = (named ? [named, ...found.filter((item) => item !== named)] : found).slice(0, MAX_SHOWN);

  const box = useCombobox<string>({
    items: shown,
    inputId: id,
    selectedItem: value || null,
    inputValue: typed ?? value,
    itemToString: (item) => item ?? "",
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setTyped(null);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChange(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      // On blur, an item is selected only if its name was typed, not because it is highlighted.
      if (type === useCombobox.stateChangeTypes.InputBlur) {
        const exact =
          typed === null ? undefined : items.find((item) => item === named || fold(item) === folded);
        return { ...changes, selectedItem: exact ?? state.selectedItem };
      }
      // Enter selects the best match.
      if (type === useCombobox.stateChangeTypes.InputChange) return { ...changes, highlightedIndex: 0 };
      return changes;
    },
  });

  // On a phone, the list would open behind the keyboard or below the edge of the screen.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.isOpen) frame.current?.querySelector("ul")?.scrollIntoView({ block: "nearest" });
  }, [box.isOpen]);

  return (
    <div ref={frame} className="relative">
      <input
        {...box.getInputProps({
          ref: inputRef,
          // The text does not come from downshift's onInputValueChange, which is called so late that the caret moves.
          onChange: (event) => setTyped(event.currentTarget.value),
          onBlur: () => onBlur?.(),
          onFocus: (event) => event.currentTarget.select(),
          disabled,
        })}
        aria-labelledby={undefined}
        aria-invalid={aria["aria-invalid"]}
        aria-describedby={aria["aria-describedby"]}
        aria-required={aria["aria-required"]}
        name={name}
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className={cn(controlClass, "pr-11")}
      />
      <button
        {...box.getToggleButtonProps({ disabled })}
        type="button"
        tabIndex={-1}
        aria-label="Show options"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted disabled:opacity-50"
      >
        <ChevronDown aria-hidden className={cn("size-5 transition-transform", box.isOpen && "rotate-180")} />
      </button>
      <ul
        {...box.getMenuProps({ "aria-labelledby": undefined, "aria-label": placeholder ?? "Options" })}
        className={cn(
          "absolute inset-x-0 top-full z-20 mt-1 max-h-64 scroll-mt-48 scroll-mb-4 overflow-y-auto overscroll-contain rounded-control border border-line bg-surface p-1 shadow-raised",
          !box.isOpen && "hidden",
        )}
      >
        {box.isOpen &&
          shown.map((item, index) => (
            <li
              key={item}
              {...box.getItemProps({ item, index })}
              className={cn(
                "flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 py-2 text-[0.9375rem]",
                box.highlightedIndex === index && "bg-accent-soft",
                value === item && "font-medium",
              )}
            >
              <span>{item}</span>
              {value === item && <Check aria-hidden className="size-4 text-accent" />}
            </li>
          ))}
        {box.isOpen && found.length > shown.length && (
          <li className="px-3 py-2.5 text-sm text-muted">{`Type to search the other ${found.length - shown.length}.`}</li>
        )}
        {box.isOpen && shown.length === 0 && <li className="px-3 py-2.5 text-sm text-muted">{emptyText}</li>}
      </ul>
    </div>
  );
}
