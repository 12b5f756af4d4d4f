/**
 * Text messages to phones, rows as mail is: written with what they tell of, sent afterwards by whoever comes first through
 * a provider's address. Without a provider a demo keeps them to be read.
 */
import { fill } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { textMessageTexts } from './text-message-texts.ts';

/** Puts a code for a phone into the tray, with the transaction of `db`. */
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

/** The newest messages to a phone, for the demo's mailbox. */
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

const ATTEMPTS_MAX = 6;
const POLL_MS = 1000;
const TIMEOUT_MS = 10_000;

type SenderOptions = {
  readonly pool: Pool;
  readonly provider: { readonly url: string; readonly token: string };
  readonly now: () => number;
  readonly onError: (error: Error) => void;
};

/** Sends what is in the tray until stopped. What a provider refuses is tried again later, six times in all. */
export function startTextSender(options: SenderOptions): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sendWaiting(options)
      .catch(options.onError)
      .finally(() => {
        running = undefined;
      });
  }, POLL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

type Waiting = { id: string; phone: string; text: string; attempts: number };

/** Takes each message by moving its next try on first, so that two processes do not send it twice. */
async function sendWaiting({ pool, provider, now, onError }: SenderOptions): Promise<void> {
  const taken = await pool.query<Waiting>(
    `update text_message t set attempts = attempts + 1, next_try_ms = $1 + 60000 * (1 << attempts)
      where id in (select id from text_message where sent_ms is null and next_try_ms <= $1 and attempts < $2
        order by next_try_ms limit 20 for update skip locked)
      returning t.id, t.phone, t.text, t.attempts`,
    [now(), ATTEMPTS_MAX],
  );
  for (const message of taken.rows) {
    try {
      await send(provider, { to: message.phone, text: message.text });
      await pool.query(`update text_message set sent_ms = $2, text = '' where id = $1`, [message.id, now()]);
    } catch (error) {
      onError(
        new Error(`text message ${message.id} was not sent at try ${message.attempts}`, { cause: error }),
      );
    }
  }
}

async function send(
  { url, token }: SenderOptions['provider'],
  message: { readonly to: string; readonly text: string },
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(message),
    // The token is for this address and not for where it may point to.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // What it answers is not read, and must not keep the connection.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
}
