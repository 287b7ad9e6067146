import { Mail, Phone } from "lucide-react";
import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Consultation } from "@/components/consultation/consultation";
import { PublicHead } from "@/components/home/section";
import { TextLink } from "@/components/ui/link";
import { brand } from "@/lib/brand";
import { siteEnv } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Contact",
  description:
    "Questions about verification, a plan or an application? Email us, call us or ask an advisor to contact you.",
  path: paths.contact(),
});

export default function ContactPage() {
  return (
    <>
      <PublicHead title="Contact us">
        <p>
          Questions about verification, a plan or an application? Email us and tell us which address you
          registered with. Never email us your password, NIN or BVN. We will never ask for them.
        </p>
      </PublicHead>
      <section aria-label="Ways to reach us" className="page-width pb-20">
        <div className="mb-8 flex max-w-3xl flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-2xl bg-accent-soft p-6">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="font-semibold">Prefer to talk?</h2>
            <p className="mt-1 leading-7 text-muted">
              An investment advisor will contact you within 24 hours.
            </p>
          </div>
          <Consultation sends={siteEnv().CONSULTATION_INBOX !== undefined} />
        </div>
        <ul className="grid max-w-3xl gap-5 sm:grid-cols-2">
          <li className="rounded-2xl border border-line bg-surface p-6">
            <Mail aria-hidden className="size-6 text-accent" />
            <h2 className="mt-4 font-semibold">Email</h2>
            <TextLink href={`mailto:${brand.supportEmail}`} className="mt-1 inline-block break-all">
              {brand.supportEmail}
            </TextLink>
          </li>
          {brand.supportPhone && (
            <li className="rounded-2xl border border-line bg-surface p-6">
              <Phone aria-hidden className="size-6 text-accent" />
              <h2 className="mt-4 font-semibold">Phone</h2>
              <TextLink
                href={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`}
                className="mt-1 inline-block figures"
              >
                {brand.supportPhone}
              </TextLink>
            </li>
          )}
        </ul>
        <p className="mt-8 text-muted">
          Waiting for a decision? <TextLink href={paths.login()}>Log in</TextLink> to see where your
          verification stands.
        </p>
      </section>
    </>
  );
}
