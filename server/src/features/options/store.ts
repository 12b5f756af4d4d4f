/** Queries for options, except those of the command executor: a customer's lists and results, and the engine's triggers. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { openCounters } from '../../ledger/counters.ts';
import { entryBefore } from '../../quotes/tape-store.ts';
import { ARMED_VERSION, exposureCounter, triggerKind, waitOf } from './money.ts';
import type { OptionPart } from './money.ts';
import { tickets } from './tables.ts';
import type { TicketRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

/** Creates missing counters of the platform's exposure, starting at zero. */
export async function openExposureCounters(pool: Pool, symbols: readonly string[]): Promise<void> {
  await openCounters(pool, symbols.map(exposureCounter));
}

export type ListRequest = {
  readonly book: bigint;
  readonly product: TicketRow['product'];
  readonly statuses: readonly TicketRow['status'][] | undefined;
  readonly symbol: string | undefined;
  readonly kind?: TicketRow['side'] | undefined;
  readonly period?: Period;
  /** Only tickets with a lower id are returned; the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

export async function listTickets(pool: Pool, request: ListRequest): Promise<TicketRow[]> {
  const { book, product, statuses, symbol, kind, below, limit, period = ALWAYS } = request;
  // For open tickets there is a partial index, which the planner uses only if the condition is a literal.
  const onlyOpen = statuses?.length === 1 && statuses[0] === 'open';
  const found = await pool.query<TextRow>({
    name: onlyOpen ? 'option-list-open' : 'option-list',
    text: `select * from option_ticket
      where book = $1 and id < $2 and product = $3 ${onlyOpen ? `and status = 'open'` : ''}
        and ($4::text[] is null or status = any($4)) and ($5::text is null or symbol = $5)
        and ($7::text is null or side = $7) and accepted_ms >= $8 and accepted_ms < $9
      order by id desc limit $6`,
    values: [
      ...[book, below ?? 9_000_000_000_000_000_000n, product, statuses ?? null, symbol ?? null, limit],
      ...[kind ?? null, period.fromMs, period.beforeMs],
    ],
    types: asText,
  });
  return found.rows.map(tickets.read);
}

export async function ticketOf(
  pool: Pool,
  at: { readonly book: bigint; readonly id: bigint },
): Promise<TicketRow | undefined> {
  const found = await pool.query<TextRow>({
    name: 'option-one',
    text: 'select * from option_ticket where book = $1 and id = $2',
    values: [at.book, at.id],
    types: asText,
  });
  const raw = found.rows[0];
  return raw === undefined ? undefined : tickets.read(raw);
}

/** Results of the tickets in one currency that closed on one UTC day. */
export type DayResult = {
  readonly day: string;
  readonly currency: string;
  readonly source: TicketRow['source'];
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly void: number;
  readonly staked: Amount;
  readonly net: Amount;
  /** Net gain in USDT at each ticket's value on acceptance. The two sums that follow cover only tickets that were won or lost. */
  readonly netUsdt: Amount;
  readonly decidedStakesUsdt: Amount;
  readonly decidedProfitsUsdt: Amount;
};

export async function readResults(pool: Pool, book: bigint, fromMs: number): Promise<DayResult[]> {
  const found = await pool.query<TextRow>({
    name: 'option-results',
    text: `select to_char(to_timestamp(settled_ms / 1000) at time zone 'UTC', 'YYYY-MM-DD') as day, currency, source,
        count(*) filter (where status = 'won') as won, count(*) filter (where status = 'lost') as lost,
        count(*) filter (where status = 'tied') as tied, count(*) filter (where status = 'void') as void,
        sum(stake) as staked, sum(pnl) as net,
        sum(case status when 'won' then profit_usdt when 'lost' then -stake_usdt else 0 end) as net_usdt,
        sum(case when status in ('won', 'lost') then stake_usdt else 0 end) as stakes_usdt,
        sum(case when status in ('won', 'lost') then profit_usdt else 0 end) as profits_usdt
      from option_ticket where book = $1 and status <> 'open' and settled_ms >= $2 group by 1, 2, 3 order by 1 desc, 2, 3`,
    values: [book, fromMs],
    types: asText,
  });
  return found.rows.map((row) => ({
    day: row['day'] as string,
    currency: row['currency'] as string,
    source: row['source'] as TicketRow['source'],
    won: Number(row['won']),
    lost: Number(row['lost']),
    tied: Number(row['tied']),
    void: Number(row['void']),
    staked: fromNumeric(row['staked'] as string),
    net: fromNumeric(row['net'] as string),
    netUsdt: fromNumeric(row['net_usdt'] as string),
    decidedStakesUsdt: fromNumeric(row['stakes_usdt'] as string),
    decidedProfitsUsdt: fromNumeric(row['profits_usdt'] as string),
  }));
}

/** Number of entries in the cache. Several tickets usually settle at the same entry. */
const REMEMBERED_ENTRIES = 64;

/** Reads from the durable tape the entry that precedes a given entry, skipping rejects, and caches the latest results. */
export function entriesBefore(pool: Pool): (entry: TapeEntry) => Promise<TapeEntry> {
  const known = new Map<string, Promise<TapeEntry>>();
  const read = async ({ symbol, seq }: TapeEntry): Promise<TapeEntry> => {
    const found = await entryBefore(pool, { symbol, seq });
    if (found === undefined)
      throw new Error(`expected the tape of ${symbol} to have an entry before ${seq}, found none`);
    return found;
  };
  return (entry) => {
    const key = `${entry.symbol} ${entry.seq}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const reading = read(entry);
    known.set(key, reading);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED_ENTRIES && oldest !== undefined) known.delete(oldest);
    // A failed read is removed from the cache so that the next request reads again.
    reading.catch(() => known.delete(key));
    return reading;
  };
}

const TRIGGERS_PAGE = 2000;

export async function* openTriggers(
  connection: Pick<Connection, 'query'>,
  part: OptionPart,
): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'option-triggers',
      text: `select * from option_ticket where status = 'open' and ($3 or strike is null) and (book, id) > ($1, $2)
        order by book, id limit $4`,
      values: [after[0], after[1], part === 'expiry', TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = tickets.read(raw);
      after = [row.book, row.id];
      yield {
        symbol: row.symbol,
        kind: triggerKind(part),
        book: row.book,
        row: row.id,
        version: ARMED_VERSION,
        ...waitOf(row, part),
      };
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
