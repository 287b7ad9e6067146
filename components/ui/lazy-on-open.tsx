import { useDeferredValue, useEffect, useState, type ComponentType } from "react";
import { prefetchOnFirstInteraction } from "./prefetch-on-interaction";
import { LazyFallback } from "./lazy-fallback";

interface Opens {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A component that opens and closes, loaded when it is first wanted; from then on it stays. On a slow line something says at once that it is
 * on its way, and Escape gives it up. When it cannot be had that is said in its place, and nothing of the page is lost.
 */
export function lazyOnOpen<Module, Props extends Opens>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  let there: ComponentType<Props> | null = null;
  const fetched = async () => {
    there ??= pick(await load());
    return there;
  };
  // Also of one that is put into the page only when it opens.
  prefetchOnFirstInteraction(fetched);
  return function LazyOnOpen(props: Props) {
    const { open, onOpenChange } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [failed, setFailed] = useState(false);
    // A dialog changes the look of the whole page: the press is answered first. What is closed takes no further press.
    const shown = useDeferredValue(open, false);
    // What was fetched ahead opens at once.
    if (open && !Loaded && there) setLoaded(() => there);
    useEffect(() => {
      if (!open || Loaded) return;
      let gone = false;
      fetched().then(
        (component) => {
          if (!gone) setLoaded(() => component);
        },
        () => {
          if (!gone) setFailed(true);
        },
      );
      return () => {
        gone = true;
        setFailed(false);
      };
    }, [open, Loaded]);
    if (Loaded) return <Loaded {...props} open={open && shown} />;
    return open ? <LazyFallback failed={failed} onGiveUp={() => onOpenChange(false)} /> : null;
  };
}
