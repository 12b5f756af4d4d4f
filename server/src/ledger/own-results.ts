/**
 * What options and leveraged trading brought one customer: own money in USDT, below zero a loss. Tickets count once they
 * ended, as they were valued when accepted; of positions, what the journals of openings and closings did to the customer's
 * own accounts, so fees and financing count as they are paid. Experience credit is apart: it is not the customer's money.
 *
 * Every look at an account asks for this, and a history only grows: what was added up once is remembered, and only the
 * journals since then are read.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

type Results = { readonly cumulative: Amount; readonly today: Amount };

/** What the journals of a book came to up to `seq`, the latest of which was at `lastMs`; `today` since `dayStartMs`. */
type Known = Results & { readonly seq: bigint; readonly lastMs: number; readonly dayStartMs: number };

const NOTHING: Known = { cumulative: 0n, today: 0n, seq: 0n, lastMs: -Infinity, dayStartMs: -Infinity };

type Asked = { readonly book: bigint; /** Market clock. */ readonly dayStartMs: number };

export class OwnResults {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #booksMax: number;
  readonly #known = new Map<bigint, Known>();

  constructor({ pool, booksMax }: { readonly pool: Pick<Pool, 'query'>; readonly booksMax: number }) {
    this.#pool = pool;
    this.#booksMax = booksMax;
  }

  async of({ book, dayStartMs }: Asked): Promise<Results> {
    const known = this.#usable(book, dayStartMs);
    const added = await since(this.#pool, { book, dayStartMs, seq: known.seq });
    const today = known.dayStartMs === dayStartMs ? known.today : 0n;
    const now: Known = {
      cumulative: known.cumulative + added.cumulative,
      today: today + added.today,
      seq: added.seq ?? known.seq,
      lastMs: Math.max(known.lastMs, added.lastMs),
      dayStartMs,
    };
    this.#remember(book, now);
    return now;
  }

  /** Of another day's it is not known which part is today's, unless it was all before. */
  #usable(book: bigint, dayStartMs: number): Known {
    const known = this.#known.get(book) ?? NOTHING;
    return known.dayStartMs === dayStartMs || known.lastMs < dayStartMs ? known : NOTHING;
  }

  /** Of two that asked at once, that which read more is right at any time; whoever was not asked for longest is forgotten. */
  #remember(book: bigint, now: Known): void {
    const other = this.#known.get(book);
    if (other !== undefined && other.seq > now.seq) return;
    this.#known.delete(book);
    this.#known.set(book, now);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#booksMax && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Journals of a book are numbered as they commit, so those after a number are all that came since. */
async function since(
  pool: Pick<Pool, 'query'>,
  { book, dayStartMs, seq }: Asked & { readonly seq: bigint },
): Promise<Results & { readonly seq: bigint | undefined; readonly lastMs: number }> {
  const found = await pool.query<{
    seq: string | null;
    last_ms: string | null;
    total: string;
    today: string;
  }>({
    name: 'own-results',
    text: `with later as materialized (
        select j.seq, j.kind, j.ref, j.time_ms, j.accounts, j.currencies, j.amounts from journal j
        where j.book = $1 and j.seq > $2
      ), result as (
        select l.time_ms, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where l.kind in ('contract_open', 'contract_fill', 'contract_close')
          and p.account in ('contract', 'contract_frozen') and p.currency = 'USDT'
        union all
        select l.time_ms, case t.status when 'won' then t.profit_usdt else -t.stake_usdt end
        from later l join option_ticket t on t.book = $1
          and t.id = (case when l.ref like 'option:%' then substr(l.ref, 8) end)::bigint
        where l.kind in ('option_win', 'option_loss') and t.source = 'option'
      )
      select (select max(l.seq) from later l) as seq, (select max(l.time_ms) from later l) as last_ms,
        coalesce(sum(r.amount), 0) as total,
        coalesce(sum(r.amount) filter (where r.time_ms >= $3), 0) as today
      from result r`,
    values: [book, seq, dayStartMs],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error('a sum came without a row');
  return {
    cumulative: fromNumeric(raw.total),
    today: fromNumeric(raw.today),
    seq: raw.seq === null ? undefined : BigInt(raw.seq),
    lastMs: raw.last_ms === null ? -Infinity : Number(raw.last_ms),
  };
}
