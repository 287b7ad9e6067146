import type { ReactNode } from "react";

/** Short answers under their questions, two columns from 768 px on. */
export function Points({ items }: { items: readonly { title: string; text: ReactNode }[] }) {
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-2">
      {items.map((item) => (
        <div key={item.title}>
          <h3 className="text-lg font-semibold">{item.title}</h3>
          <p className="mt-2 leading-7 text-muted">{item.text}</p>
        </div>
      ))}
    </div>
  );
}
