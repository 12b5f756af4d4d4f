/**
 * Recomputes all receipts, because the database itself can't verify signatures and Merkle trees: each batch leads to its signed
 * root, each promise has its answer, and each signed order matches the text that a device of its customer signed.
 */
import { createPublicKey, hash, verify } from 'node:crypto';
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import { answerHashSql, leafCountSql, leafTexts, orderHashSql } from '../../commands/leaves.ts';
import { batchText, treeOf } from '../../commands/receipts.ts';
import type { Pool } from '../../db/pool.ts';

const INVARIANT = 'L36: each receipt is signed, logged and kept';
const PAGE = 200;
/** A batch that is older than the newest logged batch by more than this must be in the log, too. */
const LATE_MS = 10_000;
/** The maximum difference between a device's clock and the time of its batch, as the database enforces it. */
const SIGNED_WITHIN_MS = 10 * 60_000;

type Reads = Pick<Pool, 'query'>;
type Batch = {
  number: string;
  at_ms: string;
  accepted_ms: string;
  heads: string;
  leaves: Buffer;
  root: Buffer;
  signature: Buffer;
};

export async function verifyReceipts(
  pool: Reads,
): Promise<readonly { readonly invariant: string; readonly detail: string }[]> {
  const found = [
    ...(await batchViolations(pool)),
    ...(await answerViolations(pool)),
    ...(await signedViolations(pool)),
    ...(await keyViolations(pool)),
    ...(await unlogged(pool)),
  ];
  return found.map((detail) => ({ invariant: INVARIANT, detail }));
}

/** Returns batches whose leaves don't lead to their root, or whose root was not signed by a key of the platform. */
async function batchViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  const keys = await pool.query<{ public_key: Buffer; until_ms: string | null }>(
    `select public_key, lead(since_ms) over (order by number) as until_ms from signing_key where purpose = 'tape'`,
  );
  const platform = keys.rows.map((row) => ({
    key: keyObject(row.public_key),
    untilMs: row.until_ms === null ? Number.POSITIVE_INFINITY : Number(row.until_ms),
  }));
  for (let after = '0'; ;) {
    const { rows } = await pool.query<Batch>(
      'select number, at_ms, accepted_ms, heads, leaves, root, signature from receipt_batch where number > $1 order by number limit $2',
      [after, PAGE],
    );
    for (const {
      number,
      at_ms: atMs,
      accepted_ms: acceptedMs,
      heads,
      leaves: stored,
      root,
      signature,
    } of rows) {
      const leaves = leafTexts({ acceptedMs, heads, leaves: stored });
      if (treeOf(leaves).at(-1)?.[0] !== root.toString('hex'))
        found.push(`batch ${number} has another root than its leaves`);
      const text = Buffer.from(batchText({ number, atMs, count: leaves.length, root }));
      // The periods of the platform's keys are by the market clock, so the batch's acceptance time is, too.
      const isOf = ({ key, untilMs }: (typeof platform)[number]) =>
        Number(acceptedMs) <= untilMs && verify(null, text, key, signature);
      if (!platform.some(isOf)) found.push(`batch ${number} is not signed by the platform`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return found;
    after = last.number;
  }
}

/**
 * Returns promises without the promised answer, and answers without a promise. No row that the serving role can write makes the
 * query fail.
 */
async function answerViolations(pool: Reads): Promise<string[]> {
  const { rows } = await pool.query<{ detail: string }>(
    `with leaf as (
        select b.number, l.place, ${answerHashSql('l.place')} as answered from receipt_batch b
          cross join lateral generate_series(0, ${leafCountSql} - 1) l (place)),
      given as (
        select a.book, a.key, a.batch, a.place,
          sha256(convert_to(substr(a.answer, 20, greatest(0, length(a.answer) - 20)), 'UTF8')) as answered
        from answer a where a.batch is not null
        union all
        select case when l.line ~ '^[0-9]{1,18} ' then split_part(l.line, ' ', 1)::bigint end, '', b.number, l.place - 1,
          sha256(convert_to(substr(l.line, strpos(l.line, ' ') + 20, greatest(0, length(l.line) - strpos(l.line, ' ') - 20)), 'UTF8'))
        from receipt_batch b cross join lateral string_to_table(b.answers, chr(10)) with ordinality l (line, place) where l.line <> '')
      select case when g.batch is null then format('the promise %s of batch %s has no answer', l.place, l.number)
          when l.number is null then format('answer %s of book %s names a promise that was not made', g.key, g.book)
          else format('answer %s of book %s is not the promised one', g.key, g.book) end as detail
      from leaf l full join given g on g.batch = l.number and g.place = l.place
      where g.batch is null or l.number is null or l.answered <> g.answered
      union all
      select format('promise %s of batch %s has %s answers', g.place, g.batch, count(*)) from given g
        group by g.batch, g.place having count(*) > 1
      limit 20`,
  );
  return rows.map(({ detail }) => detail);
}

type Signed = {
  book: string;
  batch: string;
  place: number;
  text: string;
  body: string;
  device_key: Buffer;
  signature: Buffer;
  promised: string | null;
  registered: boolean;
  answered: boolean;
  at_ms: string | null;
};

/** Returns signed orders whose body was not signed by a registered device, or that differ from those in their receipt. */
async function signedViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  for (let after = ['0', '0', '-1']; ;) {
    const { rows } = await pool.query<Signed>(
      `select s.*, encode(${orderHashSql('s.place')}, 'hex') as promised, b.at_ms,
          exists (select from device_key k where k.book = s.book and k.public_key = s.device_key and k.at_ms <= b.at_ms + 60000) as registered,
          exists (select from answer a where a.book = s.book and a.batch = s.batch and a.place = s.place)
            or coalesce(split_part(b.answers, chr(10), s.place + 1) like s.book || ' %', false) as answered
        from signed_order s left join receipt_batch b on b.number = s.batch
        where (s.book, s.batch, s.place) > ($1, $2, $3) order by s.book, s.batch, s.place limit $4`,
      [...after, PAGE],
    );
    for (const row of rows) {
      const { text, body, device_key: key, signature, promised } = row;
      const isSigned = verify(null, Buffer.from(text), keyObject(key), signature);
      const isOfBody = text.includes(`|${hash('sha256', body)}|`);
      const isPromised = promised === hash('sha256', text);
      const isInTime = Math.abs(Number(text.split('|')[6]) - Number(row.at_ms)) <= SIGNED_WITHIN_MS;
      if (!row.registered || !isSigned || !isOfBody || !isPromised || !row.answered || !isInTime) {
        found.push(
          `signed order ${row.place} of batch ${row.batch} is not what a device of book ${row.book} signed`,
        );
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return found;
    after = [last.book, last.batch, String(last.place)];
  }
}

type Registered = { book: string; public_key: Buffer; signature: Buffer; token_hash: Buffer };

/** Returns device keys without a valid signature of their customer and of the session that registered them. */
async function keyViolations(pool: Reads): Promise<string[]> {
  const { rows } = await pool.query<Registered>(
    `select k.book, k.public_key, k.signature, s.token_hash
      from device_key k join session s on s.customer = k.book and s.id = k.session`,
  );
  return rows.flatMap(({ book: customer, public_key: key, signature, token_hash: token }) => {
    const publicKey = key.toString('hex');
    const text = deviceKeyText({ customer, publicKey, session: token.toString('hex') });
    const isSigned = verify(null, Buffer.from(text), keyObject(key), signature);
    return isSigned ? [] : [`device key ${publicKey} did not sign that it is of customer ${customer}`];
  });
}

/** Returns batches that are missing from the log although a much later one is in it. */
async function unlogged(pool: Reads): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>(
    `with logged as (select position from tlog_entry where kind = 'receipts' and key = '')
      select b.number from receipt_batch b
      where not exists (select from logged l where l.position = b.number)
        and b.at_ms < (select max(n.at_ms) from receipt_batch n join logged l on l.position = n.number) - ${LATE_MS}
      order by b.number limit 20`,
  );
  return rows.map(({ number }) => `batch ${number} is not in the log`);
}

function keyObject(publicKey: Buffer) {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
}
