export const MAIN_ID = "content";

/** The first thing the keyboard reaches: past the menus to the page. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="rounded-control bg-accent text-on-accent fixed top-2 left-2 z-[60] -translate-y-20 px-4 py-2.5 font-medium focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
