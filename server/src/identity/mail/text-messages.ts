/**
 * Puts text messages into the outbox, in the transaction of the event that they report. Later, the process that takes them first
 * sends them through a provider's URL. Without a provider, a demo keeps them for reading.
 */
import { fill } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { textMessageTexts } from './text-message-texts.ts';

/** Queues a message with a code, in the transaction of `db`. */
export async function queueCodeText(
  db: Pool | Connection,
  message: {
    readonly phone: string;
    readonly language: Language;
    readonly code: string;
    readonly nowMs: number;
  },
): Promise<void> {
  const text = fill(textMessageTexts[message.language], { code: message.code });
  await db.query('insert into text_message (phone, text, created_ms, next_try_ms) values ($1, $2, $3, $3)', [
    message.phone,
    text,
    message.nowMs,
  ]);
}

/** Returns the newest text messages to a phone, for the demo's mailbox. */
export async function textsTo(
  db: Pool,
  phone: string,
): Promise<{ subject: string; text: string; createdMs: number }[]> {
  const found = await db.query<{ text: string; created_ms: string }>(
    'select t.text, t.created_ms from text_message t where t.phone = $1 order by t.id desc limit 5',
    [phone],
  );
  return found.rows.map(({ text, created_ms }) => ({ subject: phone, text, createdMs: Number(created_ms) }));
}
