import Link from "next/link";
import { paths } from "@/lib/routes/paths";
import { BrandLink, type BrandInfo } from "./brand";
import { legalLinks, publicLinks } from "./public-links";

const linkClass = "inline-flex min-h-11 items-center hover:text-ink hover:underline";

/** Shows the last line of every footer. */
export function LegalLine({ brand }: { brand: Pick<BrandInfo, "name"> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-muted">
      <p>{`© ${new Date().getFullYear()} ${brand.name}. All rights reserved.`}</p>
      <nav aria-label="Legal" className="flex gap-x-6">
        {legalLinks.map(({ href, label }) => (
          <Link key={href} href={href} prefetch={false} className={linkClass}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

export function PublicFooter({ brand }: { brand: BrandInfo }) {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="page-width grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-w-xs">
          <BrandLink brand={{ name: brand.name }} />
          <p className="mt-3 text-sm leading-6 text-muted">{brand.licenceLine}</p>
        </div>
        <FooterColumn title="Explore" links={publicLinks} />
        <FooterColumn
          title="Your account"
          links={[
            { href: paths.register(), label: "Create an account" },
            { href: paths.login(), label: "Log in" },
            { href: paths.forgotPassword(), label: "Reset password" },
          ]}
        />
        <div>
          <h2 className="text-sm font-semibold">Contact</h2>
          <ul className="mt-2 text-[0.9375rem] text-muted">
            <li>
              <a href={`mailto:${brand.supportEmail}`} className={`${linkClass} break-all`}>
                {brand.supportEmail}
              </a>
            </li>
            {brand.supportPhone && (
              <li>
                <a
                  href={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`}
                  className={`${linkClass} figures`}
                >
                  {brand.supportPhone}
                </a>
              </li>
            )}
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5">
          <LegalLine brand={brand} />
          <p className="text-sm text-muted">Investing carries risk. You may get back less than you put in.</p>
        </div>
      </div>
    </footer>
  );
}

interface FooterColumnProps {
  title: string;
  links: readonly { href: string; label: string }[];
}

function FooterColumn({ title, links }: FooterColumnProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2 text-[0.9375rem] text-muted">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
