/**
 * The stored data about a customer's money, for the second computation of statements: journals, fills, positions and tickets
 * with the entries of the tape that they name.
 */
import type pg from 'pg';
import { fromNumeric } from '@candor/domain/money/amount.ts';

export const ONE = 100_000_000n;

export type Posting = { readonly account: string; readonly currency: string; amount: bigint };
export type Journal = {
  readonly seq: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly timeMs: number;
  readonly postings: Posting[];
};
export type Entry = { readonly bid: bigint; readonly ask: bigint };
/** One execution against a price of the tape. */
export type Leg = {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  readonly feeRate: bigint;
  readonly entry: Entry;
};
type Closing = {
  readonly quantity: bigint;
  readonly rate: bigint;
  readonly entry: Entry;
};
export type Position = {
  readonly product: string;
  readonly symbol: string;
  readonly isLong: boolean;
  readonly quantity: bigint;
  readonly feeRate: bigint;
  readonly ofCredit: boolean;
  readonly openRate: bigint;
  readonly entry: Entry | undefined;
  readonly closings: ReadonlyMap<bigint, Closing>;
};
type Ticket = {
  readonly symbol: string;
  readonly stakeUsdt: bigint;
  readonly profitUsdt: bigint;
  readonly ofCredit: boolean;
};

/** Everything that is stored about a customer's money. */
export type Books = {
  readonly journals: Journal[];
  /** The executions, keyed by the journal in which they moved money. */
  readonly legs: ReadonlyMap<bigint, readonly Leg[]>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly tickets: ReadonlyMap<string, Ticket>;
  /** For each debt of the house, the position whose closing caused it. */
  readonly debts: ReadonlyMap<string, string>;
  /** Returns the bid before an instant at which a coin was received or given without a trade, or before the end of a period. */
  readonly bidBefore: (symbol: string, ms: number) => bigint | undefined;
};

type Tape = ReadonlyMap<
  string,
  readonly { readonly seq: bigint; readonly ms: number; readonly entry: Entry }[]
>;

/** Reads the whole tape once, for all customers. */
export async function readTape(pool: pg.Pool): Promise<Tape> {
  const { rows } = await pool.query<{
    symbol: string;
    seq: string;
    time_ms: string;
    bid: string;
    ask: string;
  }>('select symbol, seq, time_ms, bid, ask from tape order by symbol, seq');
  const tape = new Map<string, { seq: bigint; ms: number; entry: Entry }[]>();
  for (const { symbol, seq, time_ms: ms, bid, ask } of rows) {
    const entries = tape.get(symbol) ?? [];
    tape.set(symbol, entries);
    entries.push({
      seq: BigInt(seq),
      ms: Number(ms),
      entry: { bid: fromNumeric(bid), ask: fromNumeric(ask) },
    });
  }
  return tape;
}

export async function readBooks(pool: pg.Pool, tape: Tape, book: bigint): Promise<Books> {
  const at = (symbol: string, seq: bigint): Entry => {
    const found = tape.get(symbol)?.[Number(seq) - 1];
    if (found?.seq !== seq) throw new Error(`expected entry ${seq} of ${symbol}, found another`);
    return found.entry;
  };
  const legs = new Map<bigint, Leg[]>();
  const addLeg = (journal: bigint, leg: Leg): void =>
    void legs.set(journal, [...(legs.get(journal) ?? []), leg]);
  const fills = await pool.query<Record<string, string>>(
    'select * from spot_fill where book = $1 order by order_id, leg',
    [book],
  );
  for (const row of fills.rows) addLeg(BigInt(row['journal_seq'] ?? ''), legOf(row, at));
  const exchanges = await pool.query<{ journal_seq: string; fee_rate: string; legs: string }>(
    'select journal_seq, fee_rate, legs from exchange where book = $1 order by id',
    [book],
  );
  for (const { journal_seq: seq, fee_rate: rate, legs: text } of exchanges.rows) {
    for (const leg of JSON.parse(text) as Record<string, string>[])
      addLeg(BigInt(seq), legOf({ ...leg, fee_rate: rate, tape_seq: String(leg['tape_seq']) }, at));
  }
  const positions = await pool.query<PositionRow>('select * from position where book = $1', [book]);
  const tickets = await pool.query<Record<string, string>>('select * from option_ticket where book = $1', [
    book,
  ]);
  const debts = await pool.query<Record<string, string>>(
    'select id, position from house_debt where book = $1',
    [book],
  );
  return {
    journals: await readJournals(pool, book),
    debts: new Map(debts.rows.map((row) => [`house_debt:${row['id']}`, `position:${row['position']}`])),
    legs,
    positions: new Map(positions.rows.map((row) => [`position:${row.id}`, positionOf(row, at)])),
    tickets: new Map(
      tickets.rows.map((row) => [
        `option:${row['id']}`,
        {
          symbol: row['symbol'] ?? '',
          stakeUsdt: fromNumeric(row['stake_usdt'] ?? ''),
          profitUsdt: fromNumeric(row['profit_usdt'] ?? ''),
          ofCredit: row['source'] === 'promo',
        },
      ]),
    ),
    bidBefore: (symbol, ms) => tape.get(symbol)?.findLast((one) => one.ms < ms)?.entry.bid,
  };
}

async function readJournals(pool: pg.Pool, book: bigint): Promise<Journal[]> {
  const { rows } = await pool.query<{
    seq: string;
    kind: string;
    ref: string;
    time_ms: string;
    accounts: string[];
    currencies: string[];
    amounts: string[];
  }>(
    `select seq, kind, ref, time_ms, accounts::text[], currencies, amounts::text[] from journal
      where book = $1 order by seq`,
    [book],
  );
  return rows.map((row) => ({
    ...{ seq: BigInt(row.seq), kind: row.kind, ref: row.ref, timeMs: Number(row.time_ms) },
    postings: row.accounts.map((account, line) => ({
      ...{ account, currency: row.currencies[line] ?? '' },
      amount: fromNumeric(row.amounts[line] ?? ''),
    })),
  }));
}

function legOf(row: Readonly<Record<string, string>>, at: (symbol: string, seq: bigint) => Entry): Leg {
  const symbol = row['symbol'] ?? '';
  return {
    ...{ symbol, side: row['side'] === 'buy' ? 'buy' : 'sell' },
    quantity: fromNumeric(row['quantity'] ?? ''),
    feeRate: fromNumeric(row['fee_rate'] ?? ''),
    entry: at(symbol, BigInt(row['tape_seq'] ?? '')),
  };
}

type PositionRow = {
  readonly id: string;
  readonly product: string;
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly fee_rate: string;
  readonly collateral: string;
  readonly entry_seq: string | null;
  readonly open_rate: string | null;
  readonly closes: readonly Readonly<
    Record<'quantity' | 'rate' | 'tape_seq' | 'journal_seq', string | number>
  >[];
};

function positionOf(row: PositionRow, at: (symbol: string, seq: bigint) => Entry): Position {
  const { product, symbol, entry_seq: seq } = row;
  return {
    ...{ product, symbol, isLong: row.side === 'long', quantity: fromNumeric(row.quantity) },
    ...{ feeRate: fromNumeric(row.fee_rate), ofCredit: row.collateral === 'promo' },
    openRate: row.open_rate === null ? ONE : fromNumeric(row.open_rate),
    entry: seq === null ? undefined : at(symbol, BigInt(seq)),
    closings: new Map(
      row.closes.map((one) => [
        BigInt(one.journal_seq),
        {
          quantity: fromNumeric(String(one.quantity)),
          rate: fromNumeric(String(one.rate)),
          entry: at(symbol, BigInt(one.tape_seq)),
        },
      ]),
    ),
  };
}
