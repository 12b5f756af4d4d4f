/** A question that waits, opened from the queue: the conversation itself. */
import type { CaseProps } from '../../kit/case-panel.ts';
import { Conversation } from './conversation.tsx';

export function ChatCase({ of }: CaseProps) {
  return <Conversation id={of.id} />;
}
