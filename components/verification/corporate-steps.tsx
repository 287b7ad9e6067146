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
      <TextField name="company.name" label="Company Name" className={wide} autoComplete="organization" />
      <TextField
        name="company.incorporationNumber"
        label="Incorporation Number"
        autoComplete="off"
        autoCapitalize="characters"
        help="The RC or BN number on your certificate."
      />
      <TextField
        name="company.dateOfIncorporation"
        label="Date of Incorporation"
        autoComplete="off"
        help="As on your certificate, for example 14 March 2015."
      />
      <PhoneField name="company.phone" label="Phone Number" />
      <EmailField name="company.email" label="Email" />
      <PlaceFields
        state="company.state"
        stateLabel="State"
        localGovernment="company.localGovernment"
        localGovernmentOther="company.localGovernmentOther"
      />
      <TextareaField
        name="company.address"
        label="Company Address"
        rows={2}
        className={wide}
        autoComplete="street-address"
      />
      <div className={wide}>
        <FileField
          name="companyLogo"
          label="Company Logo"
          rule="JPG or PNG, at most 5 MB"
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
        label="Account Name"
        className={wide}
        autoComplete="off"
        help="As it stands on the company's bank statement."
      />
      <BankField name="bankDetails.bankName" />
      <NubanField name="bankDetails.accountNumber" bank="bankDetails.bankName" />
      <Field label="Account Type" help="Companies are verified with a corporate account." optional={false}>
        {({ labelId: _, "aria-required": __, ...control }) => (
          <Input {...control} value="Corporate" readOnly />
        )}
      </Field>
      <DigitsField
        name="bankDetails.bvnNumber"
        label="BVN"
        length={11}
        help="11 digits. Dial *565*0# to see it."
      />
    </div>
  );
}

const documents: readonly { name: CompanyDocument; label: string; help: string; optional?: true }[] = [
  {
    name: "certificateOfIncorporation",
    label: "Certificate of Incorporation",
    help: "Issued by the Corporate Affairs Commission.",
  },
  {
    name: "utilityBill",
    label: "Utility Bill",
    help: "Electricity, water or waste, in the company's name or at its address, not older than 3 months.",
  },
  {
    name: "tinCertificate",
    label: "TIN Certificate",
    help: "The company's tax identification number.",
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
          rule="PDF, JPG or PNG, at most 5 MB"
          accept={documentRule.types}
          {...document}
        />
      ))}
    </div>
  );
}
