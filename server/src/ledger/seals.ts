/**
 * Recomputes the hash chains of journals, and the roots over them, from the journals, so that nobody needs to trust the database
 * function that built them. Changing, removing or inserting a journal before a seal breaks the chain of its book.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { checkpointText } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import type { Breach } from './invariants.ts';

const ZERO = Buffer.alloc(32);
const PAGE = 5000;
const INVARIANT = 'L31: what was sealed is what is there';

export type Sealed = {
  readonly breaches: readonly Breach[];
  /**
   * The number and the hexadecimal hash of the newest root. A copy stored elsewhere shows later whether history was rewritten.
   */
  readonly root: string;
  readonly number: bigint;
  /** Journals that are not yet covered by a seal. */
  readonly unsealed: number;
};

type Reads = Pick<Pool, 'query'>;
type JournalRow = { book: string; seq: string; fields: string[] };
type SealRow = { book: string; seq: string; hash: Buffer };

/** Each field is written as its length in bytes, a colon, its bytes and a comma. */
const canonical = (fields: readonly string[]): string =>
  fields.map((field) => `${Buffer.byteLength(field, 'utf8')}:${field},`).join('');
const hashAfter = (previous: Buffer, fields: readonly string[]): Buffer =>
  createHash('sha256').update(previous).update(canonical(fields), 'utf8').digest();

export async function verifySeals(pool: Reads): Promise<Sealed> {
  const chains = await verifyChains(pool);
  const roots = await verifyRoots(pool);
  return {
    breaches: [...chains.violations, ...roots.violations].map((detail) => ({ invariant: INVARIANT, detail })),
    root: roots.root,
    number: roots.number,
    unsealed: chains.unsealed,
  };
}

async function verifyChains(pool: Reads): Promise<{ violations: string[]; unsealed: number }> {
  const seals = new Map<string, Buffer>();
  const newest = new Map<string, bigint>();
  const { rows } = await pool.query<SealRow>('select book, seq, hash from journal_seal order by book, seq');
  for (const { book, seq, hash } of rows) {
    seals.set(`${book}/${seq}`, hash);
    newest.set(book, BigInt(seq));
  }
  const violations: string[] = [];
  let unsealed = 0;
  let chain: { readonly book: string; hash: Buffer } = { book: '', hash: ZERO };
  const broken = new Set<string>();
  for await (const { book, seq, fields } of journals(pool)) {
    if (chain.book !== book) chain = { book, hash: ZERO };
    if (BigInt(seq) > (newest.get(book) ?? 0n)) {
      unsealed += 1;
      continue;
    }
    chain.hash = hashAfter(chain.hash, fields);
    const sealed = seals.get(`${book}/${seq}`);
    seals.delete(`${book}/${seq}`);
    if (sealed === undefined || sealed.equals(chain.hash) || broken.has(book)) continue;
    broken.add(book);
    violations.push(`the journals of book ${book} up to ${seq} are not those that were sealed`);
  }
  for (const place of seals.keys()) violations.push(`the journal ${place} was sealed and is not there`);
  return { violations, unsealed };
}

async function* journals(pool: Reads): AsyncGenerator<JournalRow> {
  let after: readonly [string, string] = ['-1', '0'];
  for (;;) {
    const { rows } = await pool.query<JournalRow>(
      `select book, seq, array[book::text, seq::text, kind, ref, time_ms::text, slot::text, array_to_string(accounts, ','),
          array_to_string(currencies, ','), array_to_string(amounts, ',')] as fields
        from journal where (book, seq) > ($1::bigint, $2::bigint) order by book, seq limit $3`,
      [...after, PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = [last.book, last.seq];
  }
}

type RootRow = {
  number: string;
  sealed_ms: string;
  audit_seq: string;
  audit_hash: Buffer;
  root: Buffer;
  is_log: boolean;
  public_key: Buffer | null;
  signature: Buffer | null;
  books: string[];
};

async function verifyRoots(pool: Reads): Promise<{ violations: string[]; root: string; number: bigint }> {
  const { rows } = await pool.query<RootRow>(
    `select l.number, l.sealed_ms, l.audit_seq, l.audit_hash, l.root, c.public_key, c.signature,
        l.audit_seq = 0 or exists (select from audit a where a.seq = l.audit_seq and a.hash = l.audit_hash) as is_log,
        coalesce((select array_agg(f.field order by s.book, f.n) from journal_seal s,
          unnest(array[s.book::text, s.seq::text, encode(s.hash, 'hex')]) with ordinality as f (field, n)
          where s.number = l.number), '{}') as books
      from ledger_seal l left join checkpoint c on c.symbol = 'ledger' and c.seq = l.number and c.hash = l.root
      order by l.number`,
  );
  const violations: string[] = [];
  let root: Buffer = ZERO;
  let number = 0n;
  for (const row of rows) {
    const { sealed_ms, audit_seq, audit_hash, books } = row;
    const expected = hashAfter(root, [
      row.number,
      sealed_ms,
      audit_seq,
      audit_hash.toString('hex'),
      ...books,
    ]);
    if (BigInt(row.number) !== number + 1n) violations.push(`root ${number + 1n} is missing`);
    if (!expected.equals(row.root)) violations.push(`root ${row.number} is not of what it covers`);
    if (!row.is_log)
      violations.push(`root ${row.number} has another record ${audit_seq} of the operators' log`);
    // The newest root may not be signed yet.
    if (row !== rows.at(-1) && !isSigned(row)) violations.push(`root ${row.number} is not signed`);
    ({ root } = row);
    number = BigInt(row.number);
  }
  return { violations, root: root.toString('hex'), number };
}

function isSigned({ number, root, sealed_ms, public_key, signature }: RootRow): boolean {
  if (public_key === null || signature === null) return false;
  const text = checkpointText({
    symbol: 'ledger',
    seq: BigInt(number),
    hashHex: root.toString('hex'),
    timeSeconds: Math.floor(Number(sealed_ms) / 1000),
  });
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(text), key, signature);
}
