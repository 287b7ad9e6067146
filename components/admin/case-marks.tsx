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
import { caseMarks, type CaseMark } from "@/lib/review/cases/marks";

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

/** The marks of a case, by icon, words and colour. Those of the deadline are beside its date. */
export const CaseMarks = ({ marks }: { marks: readonly CaseMark[] }) =>
  marks
    .filter((mark) => mark !== "late" && mark !== "due_today")
    .map((mark) => {
      const { label, tone, explanation } = caseMarks[mark];
      const Icon = markIcons[mark];
      return (
        <Badge key={mark} tone={tone}>
          <Icon aria-hidden className="size-4" />
          <span title={explanation}>{label}</span>
        </Badge>
      );
    });
