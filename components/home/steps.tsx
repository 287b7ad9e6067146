import { cn } from "@/components/ui/cn";

/** Numbered steps, side by side where there is room. */
export function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol
      className={cn(
        "grid gap-8 md:gap-10",
        steps.length === 4 ? "sm:grid-cols-2 lg:grid-cols-4" : "md:grid-cols-3",
      )}
    >
      {steps.map((step, index) => (
        <li key={step.title} className="border-t-2 border-accent pt-5">
          <span className="text-sm font-medium text-accent figures">Step {index + 1}</span>
          <h3 className="mt-2 text-lg font-semibold">{step.title}</h3>
          <p className="mt-2 leading-7 text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
