import { BadgeCheck, KeyRound, Mail } from "lucide-react";
import type { Metadata } from "next";
import { Appearance, SwipeSetting } from "@/components/account/device-settings";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Settings" };

const mails = [
  { Icon: BadgeCheck, title: "Your verification", text: "When we receive it, and when we reach a decision." },
  {
    Icon: KeyRound,
    title: "Security",
    text: "When your password or two-step login changes, or when we have to log you out for your safety.",
  },
  {
    Icon: Mail,
    title: "Codes and links",
    text: "When you ask for them, to verify your email address or set a new password.",
  },
];

export default async function DashboardSettingsPage() {
  const user = await requireUser(paths.dashboardSettings());
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6 [&>*]:max-w-3xl">
      <PageHeading title="Settings">
        Change how this site looks and works for you. To change your name, password or devices, go to{" "}
        <TextLink href={paths.profile()}>Profile</TextLink>.
      </PageHeading>

      <Card>
        <CardHeading title="Appearance">
          Saved on this device only. System follows your device settings.
        </CardHeading>
        <div className="mt-5">
          <Appearance />
        </div>
      </Card>

      <Card>
        <CardHeading title="Navigation">Saved on this device only.</CardHeading>
        <div className="mt-4">
          <SwipeSetting />
        </div>
      </Card>

      <Card>
        <CardHeading title="Emails">
          <p className="measure wrap-anywhere">{`We email ${user.email} about these three things only. They keep your account safe, so you can't turn them off. We never send advertising.`}</p>
        </CardHeading>
        <ul className="mt-5 grid grid-cols-1 gap-4">
          {mails.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-muted"
              >
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 text-[0.9375rem] leading-6">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
