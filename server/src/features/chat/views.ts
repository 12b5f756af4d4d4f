/**
 * Customers' and visitors' view of a conversation: their own messages, and the platform's messages, each signed with an
 * operator's first name.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ChatMessage, ChatState } from '@candor/protocol/chat/schemas.ts';
import { firstName } from './rules.ts';
import type { Conversation, Message } from './store.ts';

type Agent = NonNullable<ChatState['agent']>;

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** The public part of an operator; the account name stays private. */
function agentOf(account: string | null, role: string | null): Agent | null {
  if (account === null) return null;
  return { name: firstName(account), role: role === 'reviewer' || role === 'admin' ? role : 'support' };
}

export function messageView(message: Message): ChatMessage {
  const isHouse = message.sender === 'house';
  return {
    number: Number(message.number),
    from: isHouse ? 'house' : 'you',
    client_id: isHouse ? null : message.clientId,
    by: agentOf(message.operator, message.role),
    text: message.text,
    picture: message.picture,
    evidence: message.evidence,
    time: secondsOf(message.timeMs),
  };
}

export function stateView(conversation: Conversation): ChatState {
  return {
    status: conversation.status,
    last: Number(conversation.last),
    read: Number(conversation.customerRead),
    house_read: Number(conversation.houseRead),
    agent: agentOf(conversation.assignedTo, conversation.assignedRole),
  };
}

export function openView(
  conversation: Conversation | undefined,
  beside: { readonly unread: number; readonly online: boolean; readonly answersWithinMs: number },
): CallOutput<'POST chat/open'> {
  return {
    conversation: conversation === undefined ? null : stateView(conversation),
    unread: beside.unread,
    online: beside.online,
    answers_within_minutes: Math.round(beside.answersWithinMs / 60_000),
  };
}
