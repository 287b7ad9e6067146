import {
  ArrowLeftRight,
  Banknote,
  BellRing,
  BookOpenCheck,
  CalendarCheck,
  ChartLine,
  CheckCheck,
  ClipboardList,
  FileSearch,
  FileText,
  History,
  Images,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ScanSearch,
  Send,
  Settings,
  ShieldCheck,
  ShieldUser,
  Siren,
  Undo2,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { MenuEntry, MenuIcon } from "@/lib/routes/policy";

const icons: Record<MenuIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  verification: ShieldCheck,
  users: Users,
  carousel: Images,
  plans: Banknote,
  payments: Landmark,
  admins: ShieldUser,
  approvals: CheckCheck,
  watchlists: ScanSearch,
  alerts: BellRing,
  apiKeys: KeyRound,
  webhooks: Webhook,
  "review-dates": CalendarCheck,
  suspicions: Siren,
  dueDiligence: FileSearch,
  audit: History,
  investments: ChartLine,
  payouts: Send,
  ledger: BookOpenCheck,
  acts: Undo2,
  transactions: ArrowLeftRight,
  documents: FileText,
  applications: ClipboardList,
  settings: Settings,
};

/** Returns the icons of a menu. The server renders them. */
export const menuIcons = (menu: readonly MenuEntry[]): Partial<Record<MenuIcon, ReactNode>> =>
  Object.fromEntries(
    menu.map(({ icon }) => {
      const Icon = icons[icon];
      return [icon, <Icon key={icon} aria-hidden className="size-5" />];
    }),
  );
