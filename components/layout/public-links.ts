import { paths } from "@/lib/routes/paths";

/** The public pages, in the order of the header and the footer. */
export const publicLinks = [
  { href: paths.about(), label: "About" },
  { href: paths.plans(), label: "Investment plans" },
  { href: paths.assetFinancing(), label: "Business financing" },
  { href: paths.team(), label: "Team" },
  { href: paths.contact(), label: "Contact" },
] as const;

/** The links to legal texts, which are in every footer. */
export const legalLinks = [
  { href: paths.privacy(), label: "Privacy notice" },
  { href: paths.terms(), label: "Terms" },
] as const;
