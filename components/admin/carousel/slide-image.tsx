"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";

/** A slide's picture, or the sign that there is none at this address. */
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
      {/* Any address of the web may stand here; an image service could not be told of them all. */}
      {/* eslint-disable-next-line @next/next/no-img-element */}
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
