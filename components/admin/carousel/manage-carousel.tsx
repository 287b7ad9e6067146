"use client";

import { Images, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { SlideDto } from "@/lib/carousel/dto";
import { UserTableSkeleton } from "../user-table";
import { DeleteSlideDialog } from "./delete-slide-dialog";
import { useSlides } from "./queries";
import { SlideDialog } from "./slide-dialog";
import { SlidesHead, SlidesTable } from "./slides-table";

type Open = { kind: "edit" | "delete"; slide: SlideDto } | { kind: "add" } | null;

/** The slides of the home page (product 2.14). */
export function ManageCarousel() {
  const slides = useSlides();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const add = (
    <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setOpen({ kind: "add" })}>
      Add item
    </Button>
  );

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Manage Carousel" aside={slides.data?.length ? add : undefined}>
        Slides shown on the home page, in display order.
      </PageHeading>
      {slides.data && slides.data.length > 0 ? (
        <SlidesTable
          slides={slides.data}
          onEdit={(slide) => setOpen({ kind: "edit", slide })}
          onDelete={(slide) => setOpen({ kind: "delete", slide })}
        />
      ) : slides.data ? (
        <EmptyState title="No items yet." icon={<Images className="size-6" />} action={add}>
          Add an item to show the carousel on the home page.
        </EmptyState>
      ) : slides.isError ? (
        <ErrorState
          title={slides.error.message}
          onRetry={() => void slides.refetch()}
          retrying={slides.isFetching}
        />
      ) : (
        <UserTableSkeleton label="Loading items" rows={4} head={<SlidesHead />} cells={5} />
      )}

      <SlideDialog
        // A new dialog for every opening: nothing half typed is offered again.
        key={open?.kind === "edit" ? open.slide._id : (open?.kind ?? "closed")}
        slide={open?.kind === "edit" ? open.slide : null}
        open={open?.kind === "add" || open?.kind === "edit"}
        onClose={close}
      />
      {open?.kind === "delete" && <DeleteSlideDialog slide={open.slide} onClose={close} />}
    </div>
  );
}
