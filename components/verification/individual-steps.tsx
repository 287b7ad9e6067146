"use client";

import { useWatch } from "react-hook-form";
import {
  DigitsField,
  EmailField,
  FileField,
  PhoneField,
  RadioField,
  SelectField,
  TextareaField,
  TextField,
} from "@/components/forms/bound-fields";
import { Notice } from "@/components/ui/notice";
import { accountTypes, kinRelationships, OTHER } from "@/lib/reference";
import { fileRules, type IndividualFile } from "@/lib/verification/documents";
import { type IndividualVariant } from "@/lib/verification/steps";
import { ageHint } from "./age-hint";
import { BankField, NubanField } from "./bank-fields";
import type { WizardValues } from "./individual-form";
import { lagosDay } from "./lagos-day";
import { PlaceFields } from "./place-fields";

const grid = "grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2";
const wide = "sm:col-span-2";

export function BioData({ variant }: { variant: IndividualVariant }) {
  const [ageBracket, dateOfBirth] = useWatch<WizardValues, ["ageBracket", "dateOfBirth"]>({
    name: ["ageBracket", "dateOfBirth"],
  });
  return (
    <div className={grid}>
      <TextField name="firstName" label="First name" autoComplete="given-name" autoCapitalize="words" />
      <TextField name="surname" label="Surname" autoComplete="family-name" autoCapitalize="words" />
      <PhoneField name="phoneNumber" label="Phone number" />
      <EmailField name="email" label="Email address" />
      {variant === "investor" && (
        <RadioField
          name="ageBracket"
          label="Age group"
          className={wide}
          options={[
            { value: "adult", label: "Adult", description: "18 years or older" },
            { value: "minor", label: "Minor", description: "Under 18" },
          ]}
        />
      )}
      <TextField
        name="dateOfBirth"
        label="Date of birth"
        type="date"
        max={lagosDay()}
        min="1900-01-01"
        autoComplete="bday"
        warning={variant === "investor" ? ageHint(ageBracket, dateOfBirth) : null}
      />
      <DigitsField name="ninNumber" label="NIN" length={11} help="11 digits. Dial *346# to find yours." />
      <PlaceFields
        state="stateOfResidence"
        stateLabel="State of residence"
        localGovernment="localGovernment"
        localGovernmentOther="localGovernmentOther"
      />
      <TextareaField
        name="residentialAddress"
        label="Home address"
        rows={2}
        className={wide}
        autoComplete="street-address"
      />
    </div>
  );
}

export function NextOfKin() {
  const relationship = useWatch<WizardValues, "kinRelationship">({ name: "kinRelationship" });
  return (
    <div className={grid}>
      {/* Somebody else's details: the browser must not fill in one's own. */}
      <TextField
        name="kinFullName"
        label="Full name"
        autoComplete="off"
        autoCapitalize="words"
        className={relationship === OTHER ? wide : undefined}
      />
      <SelectField name="kinRelationship" label="Relationship" options={kinRelationships} />
      {relationship === OTHER && (
        <TextField name="kinRelationshipOther" label="Specify relationship" autoComplete="off" />
      )}
      <PhoneField name="kinPhoneNumber" label="Phone number" autoComplete="off" />
      <EmailField name="kinEmail" label="Email address" autoComplete="off" />
      <TextareaField
        name="kinResidentialAddress"
        label="Home address"
        rows={2}
        className={wide}
        autoComplete="off"
      />
    </div>
  );
}

export function AccountDetails() {
  const type = useWatch<WizardValues, "accountType">({ name: "accountType" });
  return (
    <div className={grid}>
      <TextField
        name="accountName"
        label="Account name"
        className={wide}
        autoComplete="off"
        help="Exactly as it appears on your bank statement."
      />
      <BankField name="bankName" />
      <NubanField name="accountNumber" bank="bankName" />
      <SelectField name="accountType" label="Account type" options={accountTypes} />
      {type === OTHER && (
        <TextField name="accountTypeOther" label="Specify account type" autoComplete="off" />
      )}
      <DigitsField name="bvnNumber" label="BVN" length={11} help="11 digits. Dial *565*0# to find yours." />
    </div>
  );
}

const documents: readonly {
  name: IndividualFile;
  label: string;
  rule: string;
  help: string;
  camera: "user" | "environment";
}[] = [
  {
    name: "identificationDocument",
    label: "ID document",
    rule: "PDF, JPG or PNG, up to 5 MB",
    help: "National ID, voter's card, driver's licence or international passport.",
    camera: "environment",
  },
  {
    name: "passportPhoto",
    label: "Passport photo",
    rule: "JPG or PNG, up to 5 MB",
    help: "Face the camera, against a plain background.",
    camera: "user",
  },
  {
    name: "utilityBill",
    label: "Utility bill",
    rule: "PDF, JPG or PNG, up to 5 MB",
    help: "An electricity, water or waste bill from the last 3 months.",
    camera: "environment",
  },
];

export function KycDocuments() {
  return (
    <div className="grid grid-cols-1 gap-7">
      <Notice tone="info" title="Before you upload">
        Documents must be clear, valid and unaltered. The utility bill must be not older than 3 months.
        Verification takes <span className="whitespace-nowrap">1-2 business days</span>.
      </Notice>
      {documents.map(({ name, ...document }) => (
        <FileField key={name} name={name} accept={fileRules[name].types} {...document} />
      ))}
    </div>
  );
}
