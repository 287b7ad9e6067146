"use client";

import { useSetting } from "@/components/account/use-setting";
import { Checkbox } from "@/components/ui/choice";

/** Shows this device's setting that opens the next case after a decision. */
export function OpenNextSetting() {
  const [isOn, setIsOn] = useSetting("openNextCase");
  return (
    <Checkbox
      label="Open the next case after a decision"
      checked={isOn}
      onChange={(event) => setIsOn(event.target.checked)}
    />
  );
}
