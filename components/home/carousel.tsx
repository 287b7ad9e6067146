import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "@/components/ui/button-class";
import { linkClass } from "@/components/ui/link";
import type { SlideDto } from "@/lib/carousel/dto";

/** Shows the slides that administrators publish on the home page (product 2.14). */
export function Carousel({ slides }: { slides: readonly SlideDto[] }) {
  if (slides.length === 0) return null;
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="border-t border-line bg-surface"
    >
      <div className="page-width py-10 sm:py-14">
        <CarouselFrame count={slides.length}>
          {slides.map((slide, index) => (
            <Slide key={slide._id} slide={slide} label={`${index + 1} of ${slides.length}`} />
          ))}
        </CarouselFrame>
      </div>
    </section>
  );
}

function Slide({ slide, label }: { slide: SlideDto; label: string }) {
  const { title, description, image, link } = slide;
  const words = title ?? description;
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="grid w-full shrink-0 snap-center content-start overflow-hidden rounded-2xl border border-line bg-canvas md:grid-cols-[3fr_2fr] md:content-stretch"
    >
      <span className="block aspect-[2/1] bg-sunken">
        {/* The URL may be on any host, so next/image cannot be configured for it. */}
        {/* oxlint-disable-next-line nextjs/no-img-element */}
        <img
          src={image}
          alt=""
          width={1200}
          height={600}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover dark:brightness-75"
        />
      </span>
      {(words || link) && (
        <div className="flex flex-col justify-center gap-3 p-5 sm:p-8">
          {title && (
            <h2 className="text-xl leading-7 font-semibold break-words sm:text-2xl sm:leading-8">{title}</h2>
          )}
          {description && <p className="leading-7 break-words text-muted">{description}</p>}
          {link && (
            <a
              href={link}
              {...(link.startsWith("/") ? {} : { rel: "noopener noreferrer" })}
              className={`${linkClass} inline-flex min-h-11 items-center gap-1.5 self-start`}
            >
              <span>Read more</span>
              {title && <span className="sr-only">{`: ${title}`}</span>}
              <ArrowRight aria-hidden className="size-4" />
            </a>
          )}
        </div>
      )}
    </div>
  );
}

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

/** The maximum that fits beside the buttons on a phone. */
const MAX_DOTS = 10;

/**
 * Shows slides that scroll automatically. Hovering, focus, the pause button and prefers-reduced-motion stop them (WCAG 2.2.2). Without a
 * script, they can be scrolled and swiped; public/site.js implements the buttons, the dots and the automatic scrolling.
 */
function CarouselFrame({ count, children }: { count: number; children: ReactNode }) {
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
              {`Slide 1 of ${count}`}
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
