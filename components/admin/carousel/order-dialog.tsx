"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { SlideDto } from "@/lib/carousel/dto";
import { useOrderSlides } from "./queries";
import { SlideImage, slideName } from "./slide-image";

/** Changes the order of the slides with buttons, and saves it immediately (product 2.14). */
export function OrderDialog({ slides, onClose }: { slides: readonly SlideDto[]; onClose: () => void }) {
  const saving = useOrderSlides();
  const [order, setOrder] = useState(slides);
  const [announcement, setAnnouncement] = useState("");

  const move = (id: string, to: number) => {
    const from = order.findIndex(({ _id }) => _id === id);
    const slide = order[from];
    if (!slide || to < 0 || to >= order.length) return;
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, slide));
    setAnnouncement(`${slideName(slide)} is now ${to + 1} of ${order.length}`);
  };
  const save = () =>
    saving.mutate(
      order.map(({ _id }) => _id),
      {
        onSuccess: () => {
          toast.success("Order saved");
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title="Change order"
      description="Move the items with the arrow buttons."
      confirmLabel="Save order"
      busyLabel="Saving..."
      busy={saving.isPending}
      onConfirm={save}
    >
      <div className="grid grid-cols-1 gap-4">
        {saving.isError && (
          <Notice tone="danger" role="alert">
            {saving.error.message}
          </Notice>
        )}
        <ol aria-label="Carousel items in order" className="grid grid-cols-1 gap-2">
          {order.map((slide, index) => (
            <li
              key={slide._id}
              className="flex items-center gap-3 rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-2"
            >
              <SlideImage src={slide.image} className="hidden h-10 w-18 shrink-0 sm:block" />
              <span className="min-w-0 flex-1 truncate text-[0.9375rem]" title={slideName(slide)}>
                {slideName(slide)}
              </span>
              <IconButton
                label={`Move ${slideName(slide)} up`}
                // The button is not disabled, because that would move the focus away.
                aria-disabled={index === 0}
                className="aria-disabled:opacity-40"
                onClick={() => move(slide._id, index - 1)}
              >
                <ArrowUp aria-hidden className="size-5" />
              </IconButton>
              <IconButton
                label={`Move ${slideName(slide)} down`}
                aria-disabled={index === order.length - 1}
                className="aria-disabled:opacity-40"
                onClick={() => move(slide._id, index + 1)}
              >
                <ArrowDown aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </ConfirmDialog>
  );
}
