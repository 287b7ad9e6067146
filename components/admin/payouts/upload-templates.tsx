"use client";

import { Pencil, Plus, Table2, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { uploadFields, uploadFormats } from "@/lib/payouts/upload-labels";
import type { UploadTemplateDto } from "@/lib/payouts/upload-template-schema";

/** Lazily loaded. */
const RemoveTemplate = dynamic(() => import("./remove-template").then((module) => module.RemoveTemplate), {
  ssr: false,
});
const TemplateDialog = dynamic(() => import("./template-dialog").then((module) => module.TemplateDialog), {
  ssr: false,
});

const describeColumns = ({ columns, hasHeadings }: UploadTemplateDto): string =>
  columns.map(({ heading, field }) => (hasHeadings && heading) || uploadFields[field]).join(" | ");

/** Shows the upload templates of banks, with which payment files are downloaded (product 10.34). */
export function UploadTemplates({ templates }: { templates: readonly UploadTemplateDto[] }) {
  const router = useRouter();
  /** The template that is changed; null for a new one. */
  const [edited, setEdited] = useState<UploadTemplateDto | null | undefined>();
  const [removed, setRemoved] = useState<UploadTemplateDto | null>(null);
  return (
    <section aria-labelledby="upload-templates" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="upload-templates" className="text-lg font-semibold">
          Upload templates
        </h2>
        <Allowed to="money.act">
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-5" />}
            onClick={() => setEdited(null)}
          >
            Add template
          </Button>
        </Allowed>
      </div>
      {templates.length === 0 ? (
        <EmptyState title="No upload template yet" icon={<Table2 className="size-6" />}>
          Add the columns of your bank&rsquo;s bulk upload. Payment files can then be downloaded in this
          format.
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {templates.map((template) => (
            <li key={template._id}>
              <Card className="grid h-full content-between gap-4">
                <div className="grid gap-1">
                  <h3 className="text-lg leading-7 font-semibold">{template.name}</h3>
                  <p className="text-[0.9375rem] leading-6 [overflow-wrap:anywhere] text-muted">
                    {`${uploadFormats[template.format]}: ${describeColumns(template)}`}
                  </p>
                </div>
                <Allowed to="money.act">
                  <div className="flex flex-wrap gap-3">
                    <Button
                      variant="secondary"
                      size="sm"
                      icon={<Pencil aria-hidden className="size-4" />}
                      onClick={() => setEdited(template)}
                    >
                      Change
                      <span className="sr-only">{` ${template.name}`}</span>
                    </Button>
                    <Button
                      variant="quiet"
                      size="sm"
                      icon={<Trash2 aria-hidden className="size-4" />}
                      onClick={() => setRemoved(template)}
                    >
                      Remove
                      <span className="sr-only">{` ${template.name}`}</span>
                    </Button>
                  </div>
                </Allowed>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <TemplateDialog
          template={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            router.refresh();
          }}
        />
      )}
      {removed && (
        <RemoveTemplate
          template={removed}
          onClose={() => setRemoved(null)}
          onRemoved={() => {
            setRemoved(null);
            router.refresh();
          }}
        />
      )}
    </section>
  );
}
