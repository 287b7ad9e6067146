import { useEffect, useState, type ComponentType } from "react";
import { COULD_NOT_LOAD } from "@/lib/api/messages";
import { atFirstTouch } from "./at-first-touch";
import { toast } from "./toast";

interface Opens {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A component that opens and closes, loaded when it is first wanted; from then on it stays. When it cannot be had it says so and counts as
 * closed again, and nothing of the page is lost.
 */
export function lazyOnOpen<Module, Props extends Opens>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  let there: ComponentType<Props> | null = null;
  return function LazyOnOpen(props: Props) {
    const { open, onOpenChange } = props;
    const [Loaded, setLoaded] = useState(() => there);
    const [wanted, setWanted] = useState(false);
    if (open && !wanted) setWanted(true);
    useEffect(() => atFirstTouch(load), []);
    useEffect(() => {
      if (!open || Loaded) return;
      let gone = false;
      load().then(
        (module) => {
          there = pick(module);
          if (!gone) setLoaded(() => there);
        },
        () => {
          if (gone) return;
          toast.error(COULD_NOT_LOAD);
          onOpenChange(false);
        },
      );
      return () => {
        gone = true;
      };
    }, [open, Loaded, onOpenChange]);
    return Loaded && wanted ? <Loaded {...props} /> : null;
  };
}
