import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type Keys = readonly (readonly [key: string, meaning: string])[];

export const listKeys: Keys = [
  ["j", "Next submission"],
  ["k", "Previous submission"],
  ["Enter", "Open the selected submission"],
  ["?", "Show keyboard shortcuts"],
];
export const reviewKeys: Keys = [
  ["j", "Next in list"],
  ["k", "Previous in list"],
  ["a", "Approve (asks for confirmation)"],
  ["r", "Reject (asks for a reason)"],
  ["?", "Show keyboard shortcuts"],
];

/** What single keys do on this screen. */
export function Shortcuts({ keys, open, onClose }: { keys: Keys; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Keyboard shortcuts"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="grid min-w-8 place-items-center rounded-md border border-line-strong bg-sunken px-2 py-1 font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-[0.9375rem]">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
