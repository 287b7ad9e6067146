import { FileLock, ShieldCheck, UserCheck } from "lucide-react";
import type { BrandInfo } from "@/components/layout/brand";

const facts = [
  { Icon: ShieldCheck, text: "We encrypt your NIN, BVN and account number." },
  { Icon: FileLock, text: "Your documents are private. Only you and our reviewers can open them." },
  {
    Icon: UserCheck,
    text: "A person on our team reviews every application, usually within 1-2 business days.",
  },
];

/** Shows the brand panel beside the login forms on wide screens. */
export function AuthPanel({ brand }: { brand: BrandInfo }) {
  return (
    <aside className="relative hidden overflow-hidden bg-brand-deep text-on-brand lg:flex lg:flex-col lg:justify-between lg:p-12 xl:p-16">
      <Furrows />
      <p className="relative text-sm text-on-brand-muted">{brand.licenceLine}</p>
      <div className="relative max-w-md">
        <p className="text-[1.75rem] leading-9 font-semibold tracking-tight text-balance">
          Funding between people who know who they are dealing with.
        </p>
        <ul className="mt-8 grid gap-5">
          {facts.map(({ Icon, text }) => (
            <li key={text} className="flex gap-3.5 leading-6 text-on-brand-muted">
              <Icon aria-hidden className="mt-0.5 size-5 text-on-brand" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/** Draws ploughed rows as decoration. */
function Furrows() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      stroke="currentColor"
      strokeOpacity="0.07"
      strokeWidth="1.5"
    >
      {Array.from({ length: 17 }, (_, row) => {
        const y = -60 + row * 62;
        return <path key={row} d={`M-20 ${y + 150} C 150 ${y + 40}, 330 ${y + 190}, 620 ${y - 30}`} />;
      })}
    </svg>
  );
}
