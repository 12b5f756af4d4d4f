/** The icon of a message's topic, at the start of the message's row. */
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeTopic } from '@candor/protocol/notices/notice.ts';
import { Bell } from 'lucide-react';
import type { Message } from '../../lib/notice-texts.ts';
import { useEntries } from '../../platform/entries.ts';
import { classes } from '../../ui/classes.ts';

const urgent: ReadonlySet<NoticeTopic> = new Set(['margin', 'loan_overdue']);

export function TopicIcon({ kind }: Pick<Message, 'kind'>) {
  const topic = topicOf[kind];
  const Icon = useEntries().topics[topic] ?? Bell;
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
