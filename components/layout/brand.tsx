import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { paths } from "@/lib/routes/paths";

/** The part of lib/brand that components show. */
export interface BrandInfo {
  name: string;
  licenceLine: string;
  supportEmail: string;
  supportPhone: string | undefined;
}

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn("size-8", className)} fill="none">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 24.5V14.5" />
        <path d="M16 18.5c0-4-2.6-6.3-7.2-6.5.2 4.4 2.7 6.5 7.2 6.500Z" />
        <path d="M16 14.500c0-4 2.5-6.6 7.4-7 0 4.7-2.7 7-7.4 7Z" />
        <path d="M9 24.500h14" />
      </g>
    </svg>
  );
}

interface BrandLinkProps {
  brand: Pick<BrandInfo, "name"> & { licenceLine?: string };
  className?: string;
}

/** Shows the logo, linked to the home page (product 2.9). */
export function BrandLink({ brand, className }: BrandLinkProps) {
  return (
    <Link
      href={paths.home()}
      prefetch={false}
      aria-label={`${brand.name}, home`}
      className={cn("inline-flex min-h-11 min-w-0 items-center gap-2.5 rounded-control", className)}
    >
      <BrandMark className="shrink-0" />
      <span className="min-w-0 leading-tight">
        <span translate="no" className="block truncate text-[1.0625rem] font-semibold tracking-tight">
          {brand.name}
        </span>
        {brand.licenceLine && (
          <span className="line-clamp-2 text-[0.6875rem] leading-[0.9375rem] text-balance text-muted sm:text-xs sm:leading-4">
            {brand.licenceLine}
          </span>
        )}
      </span>
    </Link>
  );
}
