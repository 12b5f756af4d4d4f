/** What a message is about, as a sign at the start of its line. */
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeTopic } from '@candor/protocol/notices/notice.ts';
import type { LucideIcon } from 'lucide-react';
import {
  BellRing,
  CalendarClock,
  ChartNoAxesCombined,
  CircleAlert,
  HandCoins,
  Landmark,
  MessageCircle,
  Scale,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  Upload,
  UserRoundCheck,
  Users,
} from 'lucide-react';
import type { Message } from '../../lib/notice-texts.ts';
import { classes } from '../../ui/classes.ts';

const icons: Readonly<Record<NoticeTopic, LucideIcon>> = {
  security: ShieldCheck,
  withdrawals: Upload,
  margin: TriangleAlert,
  loan_overdue: CircleAlert,
  account: UserRoundCheck,
  money: Landmark,
  options: Ticket,
  fund: ChartNoAxesCombined,
  loans: HandCoins,
  referral: Users,
  price_alerts: BellRing,
  recurring: CalendarClock,
  service: MessageCircle,
  agreements: Scale,
};
const urgent: ReadonlySet<NoticeTopic> = new Set(['margin', 'loan_overdue']);

export function TopicIcon({ kind }: Pick<Message, 'kind'>) {
  const topic = topicOf[kind];
  const Icon = icons[topic];
  return (
    <span
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-full',
        urgent.has(topic) ? 'bg-warning-wash text-warning' : 'bg-accent-wash text-accent',
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
