/**
 * Sends mail and text messages from the outbox. Rows are written together with the event that they report, and the process that
 * takes them first passes them to a carrier. A rejected message is retried later, with up to six attempts in total. Its text is
 * deleted once it is sent.
 */
import nodemailer from 'nodemailer';
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';

const ATTEMPTS_MAX = 6;
const BATCH = 20;
const POLL_MS = 1000;
const TIMEOUT_MS = 10_000;
/** A message that was taken longer ago than this is put back, because another process may take it a minute after it was taken. */
const SEND_WITHIN_MS = 20_000;

type SenderOptions = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
};

/** A kind of outbox: its rows, the columns to read, and the function that sends one. */
type Carrier<Message> = {
  readonly table: 'mail' | 'text_message';
  readonly noun: string;
  /** SQL for the columns that `send` needs, from a row `m`. */
  readonly columns: string;
  /** SQL that deletes the text of a sent message. */
  readonly clear: string;
  readonly send: (message: Message) => Promise<unknown>;
};

/** Sends mail until stopped. */
export function startMailSender(
  options: SenderOptions & { readonly smtp: { readonly url: string; readonly from: string } },
): Periodic {
  // Together, these end an attempt well before another process may take the message.
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = nodemailer.createTransport(
    { ...timeouts, url: options.smtp.url },
    {
      from: options.smtp.from,
    },
  );
  const sender = startSender<{ to: string; subject: string; text: string }>(options, {
    table: 'mail',
    noun: 'mail',
    columns: `m.email as to, m.subject, ${WHOLE_TEXT} as text`,
    clear: `text = '', closing = null`,
    send: ({ to, subject, text }) => transport.sendMail({ to, subject, text }),
  });
  return {
    stop: async () => {
      await sender.stop();
      transport.close();
    },
  };
}

/** SQL for the full text, which ends with the customer's anti-phishing code, if any. */
export const WHOLE_TEXT = `m.text || coalesce(E'\\n\\n' || m.closing, '')`;

type TextProvider = { readonly url: string; readonly token: string };

/** Sends text messages until stopped. */
export function startTextSender(options: SenderOptions & { readonly provider: TextProvider }): Periodic {
  return startSender<{ to: string; text: string }>(options, {
    table: 'text_message',
    noun: 'text message',
    columns: 'm.phone as to, m.text',
    clear: `text = ''`,
    send: ({ to, text }) => post(options.provider, { to, text }),
  });
}

function startSender<Message>(options: SenderOptions, carrier: Carrier<Message>): Periodic {
  return every(POLL_MS, () => sendWaiting(options, carrier), options.onError);
}

/**
 * Takes and sends messages. Taking a row moves its next attempt into the future, so that no two processes send it. If a carrier
 * is slow, too little of that time may be left for the last rows taken; these are put back, and the attempt isn't counted.
 */
async function sendWaiting<Message>(
  { pool, now, onError }: SenderOptions,
  { table, noun, columns, clear, send }: Carrier<Message>,
): Promise<void> {
  const takenMs = now();
  const taken = await pool.query<Message & { id: string; attempts: number }>(
    `update ${table} m set attempts = attempts + 1, next_try_ms = $1 + 60000 * (1 << attempts)
      where id in (select id from ${table} where sent_ms is null and next_try_ms <= $1 and attempts < $2
        order by next_try_ms limit $3 for update skip locked)
      returning m.id, m.attempts, ${columns}`,
    [takenMs, ATTEMPTS_MAX, BATCH],
  );
  for (const message of taken.rows) {
    if (now() > takenMs + SEND_WITHIN_MS) {
      await pool.query(
        `update ${table} set attempts = attempts - 1, next_try_ms = $3 where id = $1 and attempts = $2 and sent_ms is null`,
        [message.id, message.attempts, now()],
      );
      continue;
    }
    try {
      await send(message);
      await pool.query(`update ${table} set sent_ms = $2, ${clear} where id = $1`, [message.id, now()]);
    } catch (error) {
      onError(
        new Error(`failed to send ${noun} ${message.id} (attempt ${message.attempts})`, { cause: error }),
      );
    }
  }
}

async function post(
  { url, token }: TextProvider,
  message: { readonly to: string; readonly text: string },
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(message),
    // The token is meant for this URL only, not for the target of a redirect.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // The body is discarded, so that the connection isn't kept open.
  await response.body?.cancel();
  if (!response.ok)
    throw new Error(`expected a 2xx status from the text message provider, got ${response.status}`);
}
