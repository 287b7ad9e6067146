"use client";

import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from "react";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { isTyping } from "@/components/ui/is-typing";
import { fitted, nextZoom, type Size } from "./zoom";

/** Keys go to the focused viewer; otherwise to all visible viewers, or, if a dialog is open, only to those in it. */
function isKeyFor(viewer: HTMLElement, { target }: KeyboardEvent): boolean {
  // A select has no use for these keys.
  if (isTyping(target) && !(target instanceof HTMLSelectElement)) return false;
  const focused = target instanceof Element && target.closest("[data-image-viewer]");
  if (focused) return focused === viewer;
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  return !dialog || dialog.contains(viewer);
}

/** Shows an image that can be zoomed, rotated and moved with buttons, keys, double click and dragging. */
export function ImageViewer({ src, label, className }: { src: string; label: string; className?: string }) {
  const viewer = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size | null>(null);
  const [natural, setNatural] = useState<Size | null>(null);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const drag = useRef<{ x: number; y: number; left: number; top: number } | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.offsetWidth, height: element.offsetHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const size = room && natural ? fitted(natural, room, zoom, turns) : null;
  const larger = () => setZoom((now) => nextZoom(now, 1));
  const smaller = () => setZoom((now) => nextZoom(now, -1));
  const reset = () => setZoom(1);
  const turn = (quarters: 1 | 3) => setTurns((now) => (now + quarters) % 4);

  const keys: Record<string, () => void> = {
    "+": larger,
    "=": larger,
    "-": smaller,
    "0": reset,
    "[": () => turn(3),
    "]": () => turn(1),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!viewer.current || !isKeyFor(viewer.current, event)) return;
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    // Touch scrolls natively.
    if (event.pointerType !== "mouse" || event.button !== 0 || zoom === 1) return;
    const { scrollLeft: left, scrollTop: top } = event.currentTarget;
    drag.current = { x: event.clientX, y: event.clientY, left, top };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    event.currentTarget.scrollLeft = drag.current.left - (event.clientX - drag.current.x);
    event.currentTarget.scrollTop = drag.current.top - (event.clientY - drag.current.y);
  };
  const onPointerEnd = () => {
    drag.current = null;
  };

  return (
    <div ref={viewer} data-image-viewer="" className={cn("flex min-w-0 flex-col gap-2", className)}>
      <div
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={`${label}. Press plus or minus to zoom, 0 to fit, brackets to rotate and the arrow keys to move.`}
        onDoubleClick={() => setZoom((now) => (now === 1 ? 2.5 : 1))}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        className={cn(
          "flex min-h-0 w-full flex-1 overflow-auto overscroll-contain rounded-control bg-sunken",
          zoom > 1 && "cursor-grab active:cursor-grabbing",
        )}
      >
        <div className="relative m-auto shrink-0" style={size?.box}>
          {/* oxlint-disable-next-line nextjs/no-img-element -- a blob of a private document; nothing to optimise */}
          <img
            src={src}
            alt={label}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
            className={cn("absolute top-1/2 left-1/2 max-w-none", !size && "invisible")}
            style={{ ...size?.image, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
          />
        </div>
      </div>
      <div
        role="group"
        aria-label={`View of ${label}`}
        className="flex items-center self-center rounded-full border border-line bg-surface px-1"
      >
        <IconButton
          label="Zoom out"
          aria-disabled={zoom <= 1 || undefined}
          onClick={smaller}
          className="rounded-full"
        >
          <ZoomOut aria-hidden className="size-5" />
        </IconButton>
        <span aria-live="polite" className="w-12 text-center text-sm text-muted figures">
          {`${Math.round(zoom * 100)}%`}
        </span>
        <IconButton
          label="Zoom in"
          aria-disabled={zoom >= 5 || undefined}
          onClick={larger}
          className="rounded-full"
        >
          <ZoomIn aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Fit" onClick={reset} className="rounded-full">
          <Maximize aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Rotate left" onClick={() => turn(3)} className="rounded-full">
          <RotateCcw aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Rotate right" onClick={() => turn(1)} className="rounded-full">
          <RotateCw aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}
