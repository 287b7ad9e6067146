import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "@/components/ui/button-class";

interface ControlProps {
  does: string;
  label: ReactNode;
  icon: ReactNode;
  className?: string;
}

const Control = ({ does, label, icon, className }: ControlProps) => (
  <button type="button" data-carousel-does={does} className={iconButtonClass(className)}>
    {icon}
    <span className="sr-only">{label}</span>
  </button>
);

/** More would not fit beside the buttons of a phone. */
const MAX_DOTS = 10;

/**
 * Slides that scroll by themselves until somebody looks at one: a pointer above it, the focus within, the pause button or a wish
 * for less motion stops them (WCAG 2.2.2). A list that is scrolled or swiped, without any script; public/site.js adds what the buttons and dots do.
 */
export function CarouselFrame({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div data-carousel="" className="group/carousel">
      <div
        data-carousel-track=""
        tabIndex={0}
        role="group"
        aria-label="Slides"
        className="relative flex snap-x snap-mandatory [scrollbar-width:none] gap-4 overflow-x-auto overscroll-x-contain rounded-2xl"
      >
        {children}
      </div>
      {count > 1 && (
        <div className="mt-4 flex items-center justify-between gap-4 noscript:hidden">
          <div className="flex flex-wrap items-center gap-x-4">
            <p data-carousel-place="" aria-live="off" className="text-sm text-muted figures">
              Slide 1 of {count}
            </p>
            {count <= MAX_DOTS && (
              <div className="flex">
                {Array.from({ length: count }, (_, index) => (
                  <button
                    key={index}
                    type="button"
                    data-carousel-show={index}
                    aria-label={`Show slide ${index + 1}`}
                    aria-current={index === 0}
                    className="group/dot grid size-6 place-items-center rounded-full"
                  >
                    <span className="size-2 rounded-full bg-line-strong transition-colors group-aria-[current=true]/dot:bg-accent" />
                  </button>
                ))}
              </div>
            )}
          </div>
          <div className="flex gap-1">
            <Control
              does="pause"
              className="motion-reduce:hidden"
              label={
                <>
                  <span className="group-data-paused/carousel:hidden">Pause slides</span>
                  <span className="hidden group-data-paused/carousel:inline">Play slides</span>
                </>
              }
              icon={
                <>
                  <Pause aria-hidden className="size-5 group-data-paused/carousel:hidden" />
                  <Play aria-hidden className="hidden size-5 group-data-paused/carousel:block" />
                </>
              }
            />
            <Control
              does="previous"
              label="Previous slide"
              icon={<ChevronLeft aria-hidden className="size-5" />}
            />
            <Control does="next" label="Next slide" icon={<ChevronRight aria-hidden className="size-5" />} />
          </div>
        </div>
      )}
    </div>
  );
}
