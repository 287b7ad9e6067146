import { Pencil, Trash2 } from "lucide-react";
import type { Column } from "@/components/data-table/data-table";
import { IconButton } from "@/components/ui/button";
import type { SlideDto } from "@/lib/carousel/dto";
import { SlideImage } from "./slide-image";

export const slideName = ({ title, image }: SlideDto): string => title || image;

const none = <span className="text-muted">None</span>;

/** The columns of Manage Carousel (product 2.14). */
export const slideColumns = (
  onAction: (action: "edit" | "delete", slide: SlideDto) => void,
): Column<SlideDto>[] => [
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
