import { ArrowRight } from "lucide-react";
import { linkClass } from "@/components/ui/link";
import type { SlideDto } from "@/lib/carousel/dto";
import { CarouselFrame } from "./carousel-frame";

/** What administrators put on the home page, one slide at a time (product 2.14). Works by scrolling alone; the frame adds buttons. */
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
        {/* Any address of the web may stand here; an image service could not be told of them all. */}
        {/* eslint-disable-next-line @next/next/no-img-element */}
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
              Read more
              {title && <span className="sr-only">: {title}</span>}
              <ArrowRight aria-hidden className="size-4" />
            </a>
          )}
        </div>
      )}
    </div>
  );
}
