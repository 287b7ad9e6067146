"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { EmailField, NameField, PhoneField, type ControlProps } from "@/components/forms/account-fields";
import { onlyDigits } from "@/components/forms/digits";
import { Field } from "@/components/forms/field";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input, Select, Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { consultation } from "@/lib/consultation/api";
import { consultationSchema, investmentInterests, type ConsultationInput } from "@/lib/consultation/schema";
import { call } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";

const empty: ConsultationInput = {
  fullName: "",
  email: "",
  phone: "",
  investmentInterest: "",
  message: "",
};
const FORM_ID = "consultation";

export interface ConsultationDialogProps {
  sends: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Unlike PhoneInput, it accepts a leading 0, which has a separate error message (product 5.3). */
const DigitsInput = ({ onChange, ...input }: ControlProps) => (
  <Input
    type="tel"
    inputMode="tel"
    autoComplete="tel-national"
    className="figures"
    onChange={(event) => onChange(onlyDigits(event.target.value))}
    {...input}
  />
);

/** Requests a consultation. The request is sent only if the company has an inbox for it (product 2.8). */
export function ConsultationDialog({ sends, open, onOpenChange }: ConsultationDialogProps) {
  const form = useForm({
    resolver: zodResolver(consultationSchema),
    mode: "onChange",
    defaultValues: empty,
  });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    form.clearErrors();
    onOpenChange(false);
  };
  const send = useSubmit(form, async (body) => {
    if (sends) await call(consultation.requestConsultation, { body });
    close();
    form.reset(empty);
    toast.success(toasts.consultationSubmitted);
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Schedule a Consultation"
      description="Leave your details and an investment advisor will contact you within 24 hours."
      footer={
        <Button type="submit" form={FORM_ID} busy={isSubmitting} className="w-full sm:w-auto">
          Request Consultation
        </Button>
      }
    >
      <FormProvider {...form}>
        <form id={FORM_ID} noValidate onSubmit={send} className="grid gap-5 px-0.5 pb-1">
          <FormFailure />
          <NameField name="fullName" />
          <EmailField label="Email" autoComplete="email" />
          <PhoneField as={DigitsInput} rule="Leave out the first 0, for example 8012345678" />
          <Field label="Investment interest" optional error={errors.investmentInterest?.message}>
            {(control) => (
              <Select {...control} {...form.register("investmentInterest")}>
                <option value="">Choose an interest</option>
                {investmentInterests.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Message" optional error={errors.message?.message}>
            {(control) => <Textarea {...control} rows={3} {...form.register("message")} />}
          </Field>
          <p className="text-sm leading-5 text-muted">
            We use these details only to answer your request. See our{" "}
            <TextLink href={paths.privacy()} onClick={() => onOpenChange(false)}>
              privacy policy
            </TextLink>
            .
          </p>
        </form>
      </FormProvider>
    </Dialog>
  );
}
