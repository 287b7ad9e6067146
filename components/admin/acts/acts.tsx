"use client";

import { useState } from "react";
import { ExportActsButton } from "@/components/admin/export-button";
import { FilterSelect } from "@/components/data-table/filter-select";
import { PageHeading } from "@/components/ui/card";
import { actKinds } from "@/lib/acts/rules";
import type { ActQuery } from "@/lib/acts/schema";
import { ActList } from "./act-list";

const kindOptions = [
  { value: "people", label: "All, without the system's" },
  { value: "all", label: "All, with the system's" },
  ...Object.entries(actKinds).map(([value, { label }]) => ({ value: value as ActQuery["kind"], label })),
] as const satisfies { value: ActQuery["kind"]; label: string }[];

/** Shows all decisions about money, by kind. */
export function Acts() {
  const [kind, setKind] = useState<ActQuery["kind"]>("people");
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Acts" aside={<ExportActsButton kind={kind} />}>
        Every decision about money: who made it, when, and what it is about. Undo a wrong one here.
      </PageHeading>
      <div className="sm:max-w-80">
        <FilterSelect label="Kind" value={kind} options={kindOptions} onChange={setKind} />
      </div>
      <ActList key={kind} kind={kind} />
    </div>
  );
}
