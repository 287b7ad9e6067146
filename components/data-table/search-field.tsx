"use client";

import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The current search. */
  value: string;
  onSearch: (text: string) => void;
  /** The debounce delay; 0 searches on every key press. */
  delayMs?: number;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
}

/** A debounced search (product 2.12), which also starts on Enter and on blur. The text is trimmed. */
export function SearchField({ value, onSearch, delayMs = 400, ...props }: SearchFieldProps) {
  const { label, placeholder, hideLabel = false, className } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The search was changed elsewhere: by the back button, or by a link to the list.
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }

  const search = (typed: string) => {
    // A running timer would change the address later, and cancel a navigation started in the meantime.
    clearTimeout(timer.current);
    if (typed.trim() !== value) onSearch(typed.trim());
  };
  const change = (typed: string) => {
    setText(typed);
    if (delayMs === 0) return search(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, delayMs, typed);
  };

  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-medium"}>
        {label}
      </label>
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        />
        <Input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => search(text)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Within a form, Enter would send it.
            event.preventDefault();
            search(text);
          }}
          className={cn("pl-11 [&::-webkit-search-cancel-button]:hidden", text && "pr-12")}
        />
        {text && (
          <button
            type="button"
            aria-label="Clear"
            onClick={() => {
              change("");
              document.getElementById(id)?.focus();
            }}
            className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-lg text-muted hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </span>
    </div>
  );
}
