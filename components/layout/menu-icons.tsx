import {
  ArrowLeftRight,
  ChartLine,
  ClipboardList,
  FileText,
  Images,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  ShieldUser,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { MenuIcon } from "@/lib/routes/policy";

/** The pictures behind the names in the route table. */
export const menuIcons: Record<MenuIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  verification: ShieldCheck,
  users: Users,
  carousel: Images,
  admins: ShieldUser,
  investments: ChartLine,
  transactions: ArrowLeftRight,
  documents: FileText,
  applications: ClipboardList,
  settings: Settings,
};
