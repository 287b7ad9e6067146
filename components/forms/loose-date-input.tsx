"use client";

import { Calendar } from "lucide-react";
import { useRef, type ComponentProps } from "react";
import { IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { dayOf, lagosDay } from "@/lib/dates";

const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A date in any notation, including a year alone: typed as text, or picked in the browser's calendar. */
export function LooseDateInput({ value, onChange, ...rest }: Props) {
  const calendar = useRef<HTMLInputElement>(null);
  const picked = new Date(`${value} UTC`);
  return (
    <span className="relative block">
      <Input
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        className="pr-13"
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute right-0 bottom-0 size-12 opacity-0"
        max={lagosDay()}
        value={/\d{4}$/.test(value) && !Number.isNaN(picked.getTime()) ? dayOf(picked) : ""}
        onChange={({ target }) => target.valueAsDate && onChange(words.format(target.valueAsDate))}
      />
      <IconButton
        label="Choose a date"
        className="absolute inset-y-0.5 right-0.5"
        onClick={() => calendar.current?.showPicker()}
      >
        <Calendar aria-hidden className="size-5" />
      </IconButton>
    </span>
  );
}

type Props = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
};
