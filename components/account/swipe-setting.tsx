"use client";

import { Switch } from "@/components/ui/switch";
import { useSetting } from "./use-setting";

export function SwipeSetting() {
  const [on, setOn] = useSetting("enableSwipeNavigation");
  return (
    <Switch label="Swipe between pages" checked={on} onChange={setOn}>
      On a touch screen, swipe left or right to go to the next or previous page in the menu.
    </Switch>
  );
}
