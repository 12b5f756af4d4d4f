/** A waiting question of the work queue, shown as its conversation. */
import type { CaseProps } from '../../kit/case-panel.ts';
import { Conversation } from './conversation.tsx';

export function ChatCase({ of }: CaseProps) {
  return <Conversation id={of.id} />;
}
