import {
  AlarmClock,
  Cake,
  CalendarClock,
  Copy,
  PencilLine,
  Repeat2,
  ShieldAlert,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { caseMarks, type CaseMark } from "@/lib/review/cases/mark-rules";

export const markIcons: Record<CaseMark, LucideIcon> = {
  late: AlarmClock,
  due_today: CalendarClock,
  watchlist: ShieldAlert,
  duplicate: Copy,
  checks: TriangleAlert,
  minor: Cake,
  second_round: Repeat2,
  changes_asked: PencilLine,
};

/** A mark is outlined, to distinguish it from the status beside it; the most serious marks are filled. */
const looks = {
  danger: { badge: "border border-transparent", icon: "" },
  warning: { badge: "border border-line bg-transparent text-ink", icon: "text-warning" },
  info: { badge: "border border-line bg-transparent text-ink", icon: "text-info" },
  neutral: { badge: "border border-line bg-transparent text-ink", icon: "text-muted" },
} as const;

/** Shows the marks of a case by icon, words and colour. Deadline marks are shown beside the date. */
export const CaseMarks = ({ marks }: { marks: readonly CaseMark[] }) =>
  marks
    .filter((mark) => mark !== "late" && mark !== "due_today")
    .map((mark) => {
      const { label, tone, explanation } = caseMarks[mark];
      const Icon = markIcons[mark];
      return (
        <Badge key={mark} tone={tone} className={looks[tone].badge}>
          <Icon aria-hidden className={cn("size-4", looks[tone].icon)} />
          <span title={explanation}>{label}</span>
        </Badge>
      );
    });
