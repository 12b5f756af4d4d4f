/**
 * Puts mail into the outbox, in the transaction of the event that it reports. Later, the process that takes it first sends it. So
 * no request waits for a mail server, a crash loses no mail, and a response takes equally long whether or not mail was due. In
 * demo mode nothing is sent; codes are read from the rows.
 */
import { fill } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../names.ts';
import { isFlood, isWanted, TOLD_LATELY } from './choices.ts';
import { mailWords } from './mail-texts.ts';
import type { MailKind } from './mail-texts/mail-kinds.ts';
import { WHOLE_TEXT } from './outbox.ts';

type Mail = {
  readonly to: string;
  /** Required if the customer can't be found by this address, because it isn't their current one. */
  readonly customer?: bigint;
  readonly kind: MailKind;
  readonly language: Language;
  /**
   * The parameters: `code` for mail with a code, and also `link` for `code_register` and `code_reset`. For notices, those that
   * `topicOf` lists for their kind. Otherwise none.
   */
  readonly params?: Readonly<Record<string, string>>;
  readonly nowMs: number;
};

/**
 * Puts a mail into the outbox, in the transaction of `db` or in a separate one. If the customer has an anti-phishing code, the
 * mail ends with it, so that the customer can recognise a forged mail. This takes equally long whether or not there is a
 * customer.
 */
export async function queueMail(db: Pool | Connection, mail: Mail): Promise<void> {
  const { texts, closing } = mailWords[mail.language];
  const words = texts[mail.kind];
  const key = foldName(mail.to);
  await db.query(
    `with about as (select c.id, c.anti_phishing_word as word from customer c
        where c.id = coalesce($8, (select o.id from customer o where o.email_key = $1)))
      insert into mail (email_key, email, kind, subject, text, customer, closing, created_ms, next_try_ms)
      values ($1, $2, $3, $4, $5, (select a.id from about a), (select replace($7, '{word}', a.word) from about a), $6, $6)`,
    [
      key,
      mail.to,
      mail.kind,
      words.subject,
      fill(words.text, mail.params ?? {}),
      mail.nowMs,
      closing,
      mail.customer ?? null,
    ],
  );
}

export type CustomerMail = Pick<Mail, 'params' | 'nowMs'> & {
  readonly customer: bigint;
  readonly kind: NoticeKind;
};

/**
 * Mails a notice in the customer's language. Sends nothing if the customer has no address, has muted the topic or has had too
 * many such mails recently.
 */
export async function mailCustomer(
  db: Connection,
  { notice, ...mail }: CustomerMail & { readonly notice: bigint },
): Promise<void> {
  const topic = topicOf[mail.kind];
  const found = await db.query<{
    email: string | null;
    language: Language;
    chosen: boolean | null;
    lately: number;
  }>(
    `select c.email, c.language, (select o.enabled from notification_choice o where o.customer = c.id
        and o.topic = $2 and o.channel = 'email') as chosen, ${TOLD_LATELY} as lately
      from customer c join notice n on n.book = c.id and n.id = $3 where c.id = $1`,
    [mail.customer, topic, notice],
  );
  const row = found.rows[0];
  if (row === undefined || row.email === null) return;
  if (!isWanted({ topic, channel: 'email' }, row.chosen) || isFlood(mail.kind, row.lately)) return;
  await queueMail(db, { ...mail, to: row.email, language: row.language });
}

export type KeptMail = {
  readonly id: bigint;
  readonly subject: string;
  readonly text: string;
  readonly createdMs: number;
};

/**
 * Returns a customer's newest mails in full, for the demo's mailbox. Of the mails before the registration, only codes are
 * included.
 */
export async function keptMails(
  db: Pool,
  at: { readonly customer: bigint; readonly limit: number },
): Promise<KeptMail[]> {
  const found = await db.query<{ id: string; subject: string; text: string; created_ms: string }>(
    `select m.id, m.subject, ${WHOLE_TEXT} as text, m.created_ms from mail m
      where m.customer = $1 or (m.customer is null and m.kind in ('code', 'code_register')
        and m.email_key = (select c.email_key from customer c where c.id = $1))
      order by m.id desc limit $2`,
    [at.customer, at.limit],
  );
  return found.rows.map(({ id, subject, text, created_ms }) => ({
    id: BigInt(id),
    subject,
    text,
    createdMs: Number(created_ms),
  }));
}

type CodeMail = { readonly subject: string; readonly text: string; readonly createdMs: number };

/**
 * Returns the newest mails with a code to an address, for the demo's mailbox. Other mails and the anti-phishing code are never
 * shown.
 */
export async function codeMails(db: Pool, email: string): Promise<CodeMail[]> {
  const found = await db.query<{ subject: string; text: string; created_ms: string }>(
    `select subject, text, created_ms from mail where email_key = $1 and kind in ('code', 'code_register', 'code_reset') order by id desc limit 5`,
    [foldName(email)],
  );
  return found.rows.map(({ subject, text, created_ms }) => ({
    subject,
    text,
    createdMs: Number(created_ms),
  }));
}
