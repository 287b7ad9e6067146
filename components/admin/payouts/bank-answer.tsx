"use client";

import { useMutation } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { call, toApiError } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import type { BankAnswerDto, BatchDetailDto } from "@/lib/payouts/schema";

/** Reads the bank's answer to a payment file, and asks which payouts it has rejected. */
export function BankAnswer({ batch: { _id: id } }: { batch: BatchDetailDto }) {
  const picker = useRef<HTMLInputElement>(null);
  const [answers, setAnswers] = useState<BankAnswerDto[] | null>(null);
  const read = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return call(payouts.readBankAnswer, { params: { id }, form });
    },
    onSuccess: ({ data }) => setAnswers(data),
    onError: (error) => {
      const { fieldErrors, message } = toApiError(error);
      toast.error(fieldErrors?.[0]?.message ?? message);
    },
  });
  return (
    <div className="grid justify-items-start gap-1">
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,.xlsx,.xls"
        aria-label="Answer file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) read.mutate(file);
          // Allows picking the same file again.
          event.target.value = "";
        }}
      />
      <Button
        variant="quiet"
        size="sm"
        busy={read.isPending}
        busyLabel="Reading..."
        icon={<FileCheck aria-hidden className="size-4" />}
        onClick={() => picker.current?.click()}
      >
        Read the bank&rsquo;s answer
      </Button>
      {answers && <AnswerDialog answers={answers} onClose={() => setAnswers(null)} />}
    </div>
  );
}

function AnswerDialog({ answers, onClose }: { answers: readonly BankAnswerDto[]; onClose: () => void }) {
  const router = useRouter();
  const [rejected, setRejected] = useState(
    () => new Set(answers.flatMap(({ _id, isRejected }) => (isRejected ? _id : []))),
  );
  return (
    <ActionDialog
      title="Which payouts has the bank rejected?"
      description="Compare the bank's words. The amounts of the chosen payouts become due again, and their investors are emailed. The others stay in transit until the bank statement shows them."
      confirmLabel={
        rejected.size === 0
          ? "Record none"
          : rejected.size === 1
            ? "Record 1 rejection"
            : `Record ${rejected.size} rejections`
      }
      busyLabel="Recording..."
      cautious
      onClose={onClose}
      send={async () => {
        for (const id of rejected) {
          await call(payouts.failPayout, { params: { id } });
          // If a later one fails, this one is not recorded again.
          setRejected((before) => new Set([...before].filter((each) => each !== id)));
        }
        if (rejected.size > 0) toast.success("Rejections recorded. Their amounts are due again.");
        onClose();
        router.refresh();
      }}
    >
      <div role="group" aria-label="Payouts" className="grid max-h-80 overflow-y-auto">
        {answers.map(({ _id, reference, status, isOpen }) => (
          <Checkbox
            key={_id}
            disabled={!isOpen}
            checked={rejected.has(_id)}
            onChange={({ target }) =>
              setRejected((before) => {
                const after = new Set(before);
                if (target.checked) after.add(_id);
                else after.delete(_id);
                return after;
              })
            }
            label={
              <span className="[overflow-wrap:anywhere]">
                <span translate="no" className="figures">
                  {reference}
                </span>
                <span>{`: ${status || "no status"}`}</span>
                {!isOpen && <span className="text-muted"> (no longer in transit)</span>}
              </span>
            }
          />
        ))}
      </div>
    </ActionDialog>
  );
}
