"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import type { SlideDto } from "@/lib/carousel/dto";

export const slideName = ({ title, image }: SlideDto): string => title || image;

/** Shows a slide's image, or a placeholder if it cannot be loaded. */
export function SlideImage({ src, className }: { src: string; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const frame = cn("grid overflow-hidden rounded-control border border-line bg-sunken", className);
  if (!src || failed === src) {
    return (
      <span className={cn(frame, "place-items-center text-muted")}>
        <ImageOff aria-hidden className="size-5" />
        <span className="sr-only">Image not found</span>
      </span>
    );
  }
  return (
    <span className={frame}>
      {/* The image may be on any host, so next/image cannot be configured for it. */}
      {/* oxlint-disable-next-line nextjs/no-img-element */}
      <img
        src={src}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
        className="size-full object-cover"
      />
    </span>
  );
}
