"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { ActionDialog } from "@/components/forms/action-dialog";
import { FormDialog } from "@/components/forms/form-dialog";
import { calendar } from "@/lib/calendar/api";
import { holidayDate, holidaySchema, type HolidayDto } from "@/lib/calendar/schema";
import { call } from "@/lib/contract/client";
import { formatHoliday } from "./format-holiday";

interface DialogProps {
  onClose: () => void;
}

export function AddHoliday({ holidays, onClose }: DialogProps & { holidays: readonly HolidayDto[] }) {
  const router = useRouter();
  const isFree = (date: string) => !holidays.some((holiday) => holiday.date === date);
  const form = useForm({
    resolver: zodResolver(
      holidaySchema.extend({ date: holidayDate.refine(isFree, "This date is already a holiday") }),
    ),
    defaultValues: { date: "", name: "" },
  });
  return (
    <FormDialog
      form={form}
      send={async ({ date, name }) => {
        await call(calendar.saveHoliday, { params: { date }, body: { name } });
        toast.success("Holiday added");
        onClose();
        router.refresh();
      }}
      title="Add holiday"
      description="It will no longer count as a business day, for pending submissions too."
      submitLabel="Add holiday"
      busyLabel="Saving..."
      autoComplete="off"
      onClose={onClose}
    >
      <TextField name="date" label="Date" type="date" />
      <TextField name="name" label="Name" />
    </FormDialog>
  );
}

interface RemoveHolidayProps extends DialogProps {
  holiday: HolidayDto;
  onRemoved: () => void;
}

export function RemoveHoliday({ holiday: { date, name }, onRemoved, onClose }: RemoveHolidayProps) {
  const router = useRouter();
  const remove = async () => {
    try {
      await call(calendar.removeHoliday, { params: { date } });
      toast.success("Holiday removed");
      onRemoved();
      onClose();
    } finally {
      // The page is refreshed after a failure too: another administrator may have removed the holiday.
      router.refresh();
    }
  };
  return (
    <ActionDialog
      onClose={onClose}
      title={`Remove ${name}?`}
      description={`${formatHoliday(date)} becomes a normal day again. Deadlines of pending submissions may move to an earlier date.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      tone="danger"
      send={remove}
    />
  );
}
