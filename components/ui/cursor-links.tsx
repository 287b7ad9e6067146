import { TextLink } from "./link";

interface CursorLinksProps {
  /** What the list contains, such as `investments`. */
  what: string;
  /** The address of the first page; null on it. */
  newest: string | null;
  /** The address of the next page; null on the last. */
  older: string | null;
}

const linkClass = "inline-flex min-h-11 items-center";

/** Shows the links below a list whose pages follow a cursor. */
export function CursorLinks({ what, newest, older }: CursorLinksProps) {
  if (!newest && !older) return null;
  return (
    <p className="flex flex-wrap gap-x-6">
      {newest && (
        <TextLink href={newest} className={linkClass}>
          {`Newest ${what}`}
        </TextLink>
      )}
      {older && (
        <TextLink href={older} className={linkClass}>
          {`Older ${what}`}
        </TextLink>
      )}
    </p>
  );
}
