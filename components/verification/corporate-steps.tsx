"use client";

import {
  DigitsField,
  EmailField,
  FileField,
  PhoneField,
  TextareaField,
  TextField,
} from "@/components/forms/bound-fields";
import { Field } from "@/components/forms/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { documentRule, imageRule } from "@/lib/verification/documents";
import { BankField, NubanField } from "./bank-fields";
import type { CompanyDocument } from "./corporate-form";
import { PlaceFields } from "./place-fields";

const grid = "grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2";
const wide = "sm:col-span-2";

export function CompanyInfo() {
  return (
    <div className={grid}>
      <TextField name="company.name" label="Company name" className={wide} autoComplete="organization" />
      <TextField
        name="company.incorporationNumber"
        label="Incorporation number"
        autoComplete="off"
        autoCapitalize="characters"
        help="The RC or BN number on your certificate."
      />
      <TextField
        name="company.dateOfIncorporation"
        label="Date of incorporation"
        autoComplete="off"
        help="As shown on your certificate, for example 14 March 2015."
      />
      <PhoneField name="company.phone" label="Company phone number" />
      <EmailField name="company.email" label="Company email address" />
      <PlaceFields
        state="company.state"
        stateLabel="State"
        localGovernment="company.localGovernment"
        localGovernmentOther="company.localGovernmentOther"
      />
      <TextareaField
        name="company.address"
        label="Company address"
        rows={2}
        className={wide}
        autoComplete="street-address"
      />
      <div className={wide}>
        <FileField
          name="companyLogo"
          label="Company logo"
          rule="JPG or PNG, up to 5 MB"
          accept={imageRule.types}
          optional
        />
      </div>
    </div>
  );
}

export function CompanyBank() {
  return (
    <div className={grid}>
      <TextField
        name="bankDetails.accountName"
        label="Account name"
        className={wide}
        autoComplete="off"
        help="Exactly as it appears on the company's bank statement."
      />
      <BankField name="bankDetails.bankName" />
      <NubanField name="bankDetails.accountNumber" bank="bankDetails.bankName" />
      <Field label="Account type" help="Companies need a corporate account." optional={false}>
        {({ labelId: _, "aria-required": __, ...control }) => (
          <Input {...control} value="Corporate" readOnly />
        )}
      </Field>
      <DigitsField
        name="bankDetails.bvnNumber"
        label="BVN"
        length={11}
        help="11 digits. Dial *565*0# to find it."
      />
    </div>
  );
}

const documents: readonly { name: CompanyDocument; label: string; help: string; optional?: true }[] = [
  {
    name: "certificateOfIncorporation",
    label: "Certificate of incorporation",
    help: "Issued by the Corporate Affairs Commission.",
  },
  {
    name: "utilityBill",
    label: "Utility bill",
    help: "An electricity, water or waste bill from the last 3 months, in the company's name or for its address.",
  },
  {
    name: "tinCertificate",
    label: "TIN certificate",
    help: "Shows the company's tax identification number.",
    optional: true,
  },
];

export function CompanyDocuments() {
  return (
    <div className="grid grid-cols-1 gap-7">
      <Notice tone="info" title="Before you upload">
        Documents must be clear, valid and unaltered. Verification typically takes{" "}
        <span className="whitespace-nowrap">1-2 business days</span>.
      </Notice>
      {documents.map((document) => (
        <FileField
          key={document.name}
          rule="PDF, JPG or PNG, up to 5 MB"
          accept={documentRule.types}
          {...document}
        />
      ))}
    </div>
  );
}
