"use client";

import { useId } from "react";
import { THEME_KEY } from "@/lib/pages/head-script";
import { Switch } from "@/components/ui/switch";
import { useSetting, type Theme } from "./use-setting";

const choices: { value: Theme; label: string; looks: (keyof typeof colours)[] }[] = [
  { value: "system", label: "System", looks: ["light", "dark"] },
  { value: "light", label: "Light", looks: ["light"] },
  { value: "dark", label: "Dark", looks: ["dark"] },
];

/** Offers light, dark or the device's setting; a choice takes effect immediately. */
export function Appearance() {
  const name = useId();
  const [theme, setTheme] = useSetting(THEME_KEY);
  return (
    <fieldset>
      <legend className="sr-only">Appearance</legend>
      <div className="grid grid-cols-3 gap-2 sm:max-w-lg sm:gap-4">
        {choices.map(({ value, label, looks }) => (
          <label
            key={value}
            className="group cursor-pointer rounded-card border border-line p-1.5 transition-colors duration-150 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:p-2.5"
          >
            <span aria-hidden className="flex h-16 overflow-hidden rounded-lg border border-line sm:h-20">
              {looks.map((look) => (
                <Sample key={look} look={look} />
              ))}
            </span>
            <span className="mt-2 flex items-center gap-1.5 px-0.5 pb-0.5 text-sm leading-5 sm:gap-2 sm:text-[0.9375rem]">
              <input
                type="radio"
                name={name}
                value={value}
                checked={theme === value}
                onChange={() => setTheme(value)}
                className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent"
              />
              <span>{label}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The colours of both themes, because the design tokens contain only those of the current theme. */
const colours = {
  light: {
    page: "oklch(0.982 0.005 95)",
    ink: "oklch(0.33 0.012 120)",
    line: "oklch(0.78 0.01 100)",
    accent: "oklch(0.43 0.1 160)",
  },
  dark: {
    page: "oklch(0.172 0.006 120)",
    ink: "oklch(0.9 0.006 95)",
    line: "oklch(0.45 0.012 115)",
    accent: "oklch(0.76 0.13 158)",
  },
};

/** Shows a miniature page in these colours. */
function Sample({ look }: { look: keyof typeof colours }) {
  const { page, ink, line, accent } = colours[look];
  return (
    <span className="grid flex-1 content-center gap-1.5 px-2.5" style={{ background: page }}>
      <span className="h-2 w-3/5 rounded-full" style={{ background: ink }} />
      <span className="h-1.5 rounded-full" style={{ background: line }} />
      <span className="h-2.5 w-2/5 rounded-full" style={{ background: accent }} />
    </span>
  );
}

export function SwipeSetting() {
  const [on, setOn] = useSetting("enableSwipeNavigation");
  return (
    <Switch label="Swipe between pages" checked={on} onChange={setOn}>
      On a touch screen, swipe left or right to go to the next or previous page in the menu.
    </Switch>
  );
}
