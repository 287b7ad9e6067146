import { useEffect, useState } from "react";

/** An address for showing a chosen image; null for other files. Released when the file goes. */
export function useThumbnail(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    // An object URL is a resource of the browser: made and released here, so it cannot be derived while rendering.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}
