"use client";

import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { blockReasons, type BlockDto } from "@/lib/review/blocks/schema";

/** Shows a block that concerns the user, and offers to lift it. */
export const Block = ({ block, lift }: { block: BlockDto; lift: (() => void) | undefined }) => (
  <div className="grid gap-2">
    <p>
      {`Blocked for ${blockReasons[block.reason]} on ${formatDate(block.blockedAt)} by ${block.blockedBy ?? "a former reviewer"}. ${block.isBinding ? "No approval is possible until the block is lifted." : "Only a contact is the same, so an approval is possible."}`}
    </p>
    {lift && (
      <Button variant="secondary" size="sm" onClick={lift} className="justify-self-start">
        Lift the block
      </Button>
    )}
  </div>
);
