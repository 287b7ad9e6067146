"use client";

import { ArrowUpDown, Images, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/states";
import type { SlideDto } from "@/lib/carousel/dto";
import { useDeleteSlide, useSlides } from "./queries";
import { SlideImage, slideName } from "./slide-image";

const OrderDialog = dynamic(() => import("./order-dialog").then((module) => module.OrderDialog), {
  ssr: false,
});
const SlideDialog = dynamic(() => import("./slide-dialog").then((module) => module.SlideDialog), {
  ssr: false,
});

const none = <span className="text-muted">None</span>;

/** Returns the columns of Manage Carousel (product 2.14). */
const slideColumns = (onAction: (action: "edit" | "delete", slide: SlideDto) => void): Column<SlideDto>[] => [
  {
    title: "IMAGE",
    label: null,
    className: "sm:w-32",
    cell: ({ image }) => <SlideImage src={image} className="h-36 w-full sm:h-16 sm:w-28" />,
  },
  {
    title: "TITLE",
    label: "Title",
    className: "font-medium [overflow-wrap:anywhere]! sm:w-[22%]",
    cell: ({ title }) => title || none,
  },
  {
    title: "DESCRIPTION",
    label: "Description",
    className: "[overflow-wrap:anywhere]! text-muted",
    cell: ({ description }) => description || none,
  },
  {
    title: "LINK",
    label: "Link",
    className: "[overflow-wrap:anywhere]! text-muted sm:w-[18%]",
    cell: ({ link }) => link || none,
  },
  {
    title: "ACTIONS",
    label: null,
    className: "justify-end sm:w-28 sm:py-1.5",
    cell: (slide) => (
      <span className="flex">
        <IconButton label={`Edit ${slideName(slide)}`} onClick={() => onAction("edit", slide)}>
          <Pencil aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={`Delete ${slideName(slide)}`}
          onClick={() => onAction("delete", slide)}
          className="hover:bg-danger-soft hover:text-danger"
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </span>
    ),
  },
];

type Open = { kind: "edit" | "delete"; slide: SlideDto } | { kind: "add" | "order" } | null;

/** Manages the slides of the home page (product 2.14). */
export function ManageCarousel() {
  const slides = useSlides();
  const mayChange = useRight("site.change");
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = slideColumns((kind, slide) => setOpen({ kind, slide }));
  const add = (
    <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setOpen({ kind: "add" })}>
      Add item
    </Button>
  );

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title="Manage Carousel"
        aside={
          mayChange &&
          slides.data &&
          slides.data.length > 0 && (
            <div className="flex flex-wrap gap-3">
              {slides.data.length > 1 && (
                <Button
                  variant="secondary"
                  icon={<ArrowUpDown aria-hidden className="size-5" />}
                  onClick={() => setOpen({ kind: "order" })}
                >
                  Change order
                </Button>
              )}
              {add}
            </div>
          )
        }
      >
        Slides shown on the home page, in display order.
      </PageHeading>
      <DataList
        label="Carousel items"
        loadingLabel="Loading items"
        columns={mayChange ? columns : columns.slice(0, -1)}
        rowKey={({ _id }) => _id}
        skeletonRows={4}
        list={{
          rows: slides.data,
          isStale: false,
          isFetching: slides.isFetching,
          failure: slides.error && { title: slides.error.message },
          retry: () => void slides.refetch(),
        }}
        empty={
          <EmptyState title="No items yet." icon={<Images className="size-6" />} action={mayChange && add}>
            Add an item to show the carousel on the home page.
          </EmptyState>
        }
      />
      {(open?.kind === "add" || open?.kind === "edit") && (
        <SlideDialog slide={open.kind === "edit" ? open.slide : null} onClose={close} />
      )}
      {open?.kind === "order" && slides.data && <OrderDialog slides={slides.data} onClose={close} />}
      {open?.kind === "delete" && <DeleteSlide slide={open.slide} onClose={close} />}
    </div>
  );
}

function DeleteSlide({ slide, onClose }: { slide: SlideDto; onClose: () => void }) {
  const deletion = useDeleteSlide();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete item?"
      description={`"${slideName(slide)}" will be removed from the home page. This cannot be undone.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      error={deletion.error?.message}
      onConfirm={() =>
        deletion.mutate(slide._id, {
          onSuccess: () => {
            toast.success("Item deleted");
            onClose();
          },
          onError: () => toast.error("Error deleting item"),
        })
      }
    />
  );
}
