"use client";

import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What is being searched for now. */
  value: string;
  onSearch: (text: string) => void;
  /** Milliseconds of rest before a search; 0 searches with every key. */
  delay?: number;
  /** The placeholder says it all to who sees it. */
  hideLabel?: boolean;
  className?: string;
}

/** A search that waits until the typing rests (product 2.12) and hands over trimmed text. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
  delay = 400,
  hideLabel = false,
  className,
}: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);

  // Somebody else changed the search: the back button, or a link to the plain list.
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }

  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onSearch(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);

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
          onChange={(event) => setText(event.target.value)}
          // Whoever leaves the field has finished: a search that came later would undo the link they then press.
          onBlur={() => {
            if (text.trim() !== value) onSearch(text.trim());
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && text.trim() !== value) onSearch(text.trim());
          }}
          className={cn("pl-11 [&::-webkit-search-cancel-button]:hidden", text && "pr-12")}
        />
        {text && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setText("");
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
