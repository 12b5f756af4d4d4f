/** Wire form of a message in calls and events. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { MessageRow } from './store.ts';

type MessageView = CallOutput<'GET user/usermessage'>['items'][number];

export function messageView({ id, kind, params, timeMs, read }: MessageRow): MessageView {
  return { id: id.toString(), kind, params: { ...params }, time: Math.floor(timeMs / 1000), read };
}

export function readId(text: string): bigint | undefined {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}
