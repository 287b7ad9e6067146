"use client";

import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { SlideDto } from "@/lib/carousel/dto";
import { columnClass, compactTableClass } from "../user-table";
import { SlideImage } from "./slide-image";

export const slideName = ({ title, image }: SlideDto): string => title || image;

export function SlidesHead() {
  return (
    <TableHead>
      {["IMAGE", "TITLE", "DESCRIPTION", "LINK", "ACTIONS"].map((column) => (
        <Th key={column} className={columnClass}>
          {column}
        </Th>
      ))}
    </TableHead>
  );
}

export function SlidesTable({
  slides,
  onEdit,
  onDelete,
}: {
  slides: readonly SlideDto[];
  onEdit: (slide: SlideDto) => void;
  onDelete: (slide: SlideDto) => void;
}) {
  const none = <span className="text-muted">None</span>;
  return (
    <Table label="Carousel items" className={compactTableClass}>
      <SlidesHead />
      <TableBody>
        {slides.map((slide) => (
          <Tr key={slide._id}>
            <Td label={null} className="sm:w-32">
              <SlideImage src={slide.image} className="h-36 w-full sm:h-16 sm:w-28" />
            </Td>
            <Td label="Title" className="font-medium [overflow-wrap:anywhere]! sm:w-[22%]">
              {slide.title || none}
            </Td>
            <Td label="Description" className="[overflow-wrap:anywhere]! text-muted">
              {slide.description || none}
            </Td>
            <Td label="Link" className="[overflow-wrap:anywhere]! text-muted sm:w-[18%]">
              {slide.link || none}
            </Td>
            <Td label={null} className="justify-end sm:w-28 sm:py-1.5">
              <span className="flex">
                <IconButton label={`Edit ${slideName(slide)}`} onClick={() => onEdit(slide)}>
                  <Pencil aria-hidden className="size-5" />
                </IconButton>
                <IconButton
                  label={`Delete ${slideName(slide)}`}
                  onClick={() => onDelete(slide)}
                  className="hover:bg-danger-soft hover:text-danger"
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </span>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
