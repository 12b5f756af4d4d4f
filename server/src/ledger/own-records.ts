/**
 * Reads a customer's own journals and holds. Every statement filters by book first, so that no customer sees another customer's
 * rows.
 */
import type { Account, CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

/** The stake of the option that a journal concerns. */
export type Stake = {
  readonly source: 'option' | 'promo';
  readonly currency: string;
  readonly amount: Amount;
};

export type OwnJournal = {
  readonly seq: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly timeMs: number;
  readonly postings: readonly Posting[];
  readonly stake: Stake | undefined;
};

type RawJournal = {
  seq: string;
  kind: string;
  ref: string;
  time_ms: string;
  accounts: string[];
  currencies: string[];
  amounts: string[];
  source: 'option' | 'promo' | null;
  stake_currency: string | null;
  stake: string | null;
};

const COLUMNS = `j.seq, j.kind, j.ref, j.time_ms, j.accounts::text[], j.currencies, j.amounts::text[],
  t.source, t.currency as stake_currency, t.stake`;
/** Joins the ticket of the option that a journal concerns. While the option is open, its stake is in the house's escrow. */
const WITH_TICKET = `left join option_ticket t on t.book = $1
  and t.id = (case when j.ref like 'option:%' and j.kind <> 'experience_keep' then substr(j.ref, 8) end)::bigint`;

/** SQL for the instrument of the row that a ref names, in book $1. */
const symbolOf = (ref: string): string => `case
    when ${ref} like 'spot_order:%' then (select o.symbol from spot_order o
      where o.book = $1 and o.id = substr(${ref}, 12)::bigint)
    when ${ref} like 'position:%' then (select p.symbol from position p
      where p.book = $1 and p.id = substr(${ref}, 10)::bigint)
    when ${ref} like 'option:%' then (select o.symbol from option_ticket o
      where o.book = $1 and o.id = substr(${ref}, 8)::bigint)
  end`;

function readJournal(raw: RawJournal): OwnJournal {
  const { source, stake_currency: stakeCurrency, stake } = raw;
  return {
    seq: BigInt(raw.seq),
    kind: raw.kind,
    ref: raw.ref,
    timeMs: Number(raw.time_ms),
    postings: raw.accounts.map((account, line) => ({
      account: account as Account,
      currency: raw.currencies[line] ?? '',
      amount: fromNumeric(raw.amounts[line] ?? '0'),
    })),
    stake:
      source === null || stakeCurrency === null || stake === null
        ? undefined
        : { source, currency: stakeCurrency, amount: fromNumeric(stake) },
  };
}

export type RecordsAsked = {
  readonly book: bigint;
  /** Exclusive. If undefined, the page starts with the newest journal. */
  readonly before: bigint | undefined;
  readonly kinds: readonly string[] | undefined;
  /** A journal matches if it changed one of these accounts, or if its stake was paid from one of them. */
  readonly accounts: readonly CustomerAccount[];
  readonly currency: string | undefined;
  /** In milliseconds of the market clock; `fromMs` is inclusive, `toMs` exclusive. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
  /** At most this many journals are scanned for a page, even if few of them match. */
  readonly scannedMax: number;
};

/**
 * Returns the newest matching journals, and the number below which the search continues. If a filter rarely matches, a page must
 * not read an entire history, so after `scannedMax` journals it is returned incomplete.
 */
export async function readRecords(
  pool: Pick<Pool, 'query'>,
  asked: RecordsAsked,
): Promise<{ readonly journals: OwnJournal[]; readonly next: bigint | undefined }> {
  const { book, before, kinds, accounts, currency, fromMs, toMs, limit, scannedMax } = asked;
  const found = await pool.query<RawJournal>({
    name: 'wallet-records',
    text: `select ${COLUMNS}
      from (select * from journal where book = $1 and seq < $2 order by seq desc limit $3) j ${WITH_TICKET}
      where ($4::text[] is null or j.kind = any($4)) and j.time_ms >= $5 and j.time_ms < $6
        and (exists (
            select from unnest(j.accounts, j.currencies) as p (account, currency)
            where p.account::text = any($7) and p.currency = coalesce($8, p.currency)
          ) or (case t.source when 'option' then 'option_frozen' when 'promo' then 'promo_frozen' end = any($7)
            and t.currency = coalesce($8, t.currency)))
      order by j.seq desc limit $9`,
    values: [
      book,
      before ?? MAX_SEQ,
      scannedMax,
      kinds ?? null,
      fromMs ?? -MAX_MS,
      toMs ?? MAX_MS,
      accounts,
      currency ?? null,
      limit + 1,
    ],
  });
  const journals = found.rows.map(readJournal);
  if (journals.length > limit) return { journals: journals.slice(0, limit), next: journals[limit - 1]?.seq };
  return { journals, next: await lastLookedAt(pool, asked) };
}

const MAX_SEQ = 2n ** 63n - 1n;
const MAX_MS = 8_640_000_000_000_000;

/** Returns the last journal that a page may scan, if more follow. */
async function lastLookedAt(
  pool: Pick<Pool, 'query'>,
  { book, before, scannedMax }: RecordsAsked,
): Promise<bigint | undefined> {
  const found = await pool.query<{ seq: string }>({
    name: 'wallet-records-edge',
    text: 'select seq from journal where book = $1 and seq < $2 order by seq desc offset $3 limit 2',
    values: [book, before ?? MAX_SEQ, scannedMax - 1],
  });
  const [last, behind] = found.rows;
  return last === undefined || behind === undefined ? undefined : BigInt(last.seq);
}

export type OwnJournalWhole = OwnJournal & {
  readonly symbol: string | null;
  /** The operators' reason for a manual journal. */
  readonly reason: string | null;
};

export async function readOwnJournal(
  pool: Pick<Pool, 'query'>,
  at: { readonly book: bigint; readonly seq: bigint },
): Promise<OwnJournalWhole | undefined> {
  const found = await pool.query<RawJournal & { symbol: string | null; reason: string | null }>({
    name: 'wallet-journal',
    text: `select ${COLUMNS}, ${symbolOf('j.ref')} as symbol,
        (select p.reason from proposal p where p.book = j.book and p.journal_seq = j.seq) as reason
      from journal j ${WITH_TICKET} where j.book = $1 and j.seq = $2`,
    values: [at.book, at.seq],
  });
  const [raw] = found.rows;
  return raw === undefined ? undefined : { ...readJournal(raw), symbol: raw.symbol, reason: raw.reason };
}

/** A row that freezes part of an account. */
export type Hold = Holding & {
  /** For example "withdrawal:123". */
  readonly ref: string;
  readonly symbol: string | null;
};

/**
 * Returns the balances of a currency and the rows that freeze parts of them, as of one point in time. The frozen balances are the
 * sum of the holds.
 */
export async function readWallet(
  pool: Pick<Pool, 'query'>,
  of: { readonly book: bigint; readonly currency: string },
): Promise<{ readonly holdings: Holding[]; readonly holds: Hold[] }> {
  const found = await pool.query<{
    what: 'held' | 'hold' | 'stake';
    ref: string;
    account: string;
    amount: string;
    symbol: string | null;
  }>({
    name: 'wallet-info',
    text: `select f.*, ${symbolOf('f.ref')} as symbol from (
        select 'held' as what, '' as ref, account::text, amount from balance
          where book = $1 and currency = $2 and amount > 0
        union all select 'hold', ref, account::text, amount from open_hold where book = $1 and currency = $2
        union all select 'stake', ref, account::text, amount from open_stake where book = $1 and currency = $2
        union all select 'hold', 'fund_order:' || id, 'fund_principal', amount from fund_order
          where book = $1 and $2 = 'USDT' and status in ('pending', 'in_progress')
      ) f`,
    values: [of.book, of.currency],
  });
  const { currency } = of;
  const holdings = new Map<CustomerAccount, Amount>();
  const holds: Hold[] = [];
  for (const { what, ref, account: name, amount: numeric, symbol } of found.rows) {
    const [account, amount] = [name as CustomerAccount, fromNumeric(numeric)];
    if (what !== 'held') holds.push({ account, currency, amount, ref, symbol });
    // Frozen amounts are part of the balances, except for an option's stake, which is in the house's escrow.
    if (what !== 'hold') holdings.set(account, (holdings.get(account) ?? 0n) + amount);
  }
  return { holdings: [...holdings].map(([account, amount]) => ({ account, currency, amount })), holds };
}
