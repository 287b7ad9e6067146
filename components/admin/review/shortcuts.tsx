import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type Keys = readonly (readonly [key: string, meaning: string])[];

export const listKeys: Keys = [
  ["j", "Next person"],
  ["k", "Previous person"],
  ["Enter", "Open"],
  ["?", "This list"],
];
export const reviewKeys: Keys = [
  ["j", "Next person in the list"],
  ["k", "Previous person in the list"],
  ["a", "Approve, after a question"],
  ["r", "Reject, with a reason"],
  ["?", "This list"],
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
