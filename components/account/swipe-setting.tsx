"use client";

import { Switch } from "@/components/ui/switch";
import { useSetting } from "./use-setting";

export function SwipeSetting() {
  const [on, setOn] = useSetting("enableSwipeNavigation");
  return (
    <Switch label="Swipe between pages" checked={on} onChange={setOn}>
      On a touch screen, a swipe to the left or right leads to the next or the previous page of the menu.
    </Switch>
  );
}
