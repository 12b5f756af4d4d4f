/**
 * What options, leveraged trading, the fund and invited friends brought one customer: own money in USDT, below zero a loss. Tickets count once they
 * ended, as they were valued when accepted; of positions, what the journals of openings and closings did to the customer's
 * own accounts, so fees and financing count as they are paid. Experience credit is apart: it is not the customer's money,
 * and a source of its own once it becomes that, converted or as what tickets that were bought with it gained.
 *
 * Every look at an account asks for this, and a history only grows: what was added up once is remembered, and only the
 * journals since then are read.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

export const incomeSources = ['options', 'contracts', 'forex', 'fund', 'referral', 'credit'] as const;
export type IncomeSource = (typeof incomeSources)[number];

type Results = { readonly cumulative: Amount; readonly today: Amount };
type BySource = Readonly<Record<IncomeSource, Results>>;

/** What the journals of a book came to up to `seq`, the latest of which was at `lastMs`; `today` since `dayStartMs`. */
type Known = {
  readonly sources: BySource;
  readonly seq: bigint;
  readonly lastMs: number;
  readonly dayStartMs: number;
};

function bySource(of: (source: IncomeSource) => Results): BySource {
  return Object.fromEntries(incomeSources.map((source) => [source, of(source)])) as BySource;
}

const nothing = { cumulative: 0n, today: 0n };
const NOTHING: Known = {
  sources: bySource(() => nothing),
  ...{ seq: 0n, lastMs: -Infinity, dayStartMs: -Infinity },
};

type Asked = { readonly book: bigint; /** Market clock. */ readonly dayStartMs: number };

export class OwnResults {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #booksMax: number;
  readonly #known = new Map<bigint, Known>();

  constructor({ pool, booksMax }: { readonly pool: Pick<Pool, 'query'>; readonly booksMax: number }) {
    this.#pool = pool;
    this.#booksMax = booksMax;
  }

  /** What trading with own money came to. */
  async of(asked: Asked): Promise<Results> {
    const sources = await this.bySource(asked);
    return incomeSources.map((source) => sources[source]).reduce(plus, nothing);
  }

  async bySource({ book, dayStartMs }: Asked): Promise<BySource> {
    const known = this.#usable(book, dayStartMs);
    const added = await since(this.#pool, { book, dayStartMs, seq: known.seq });
    const sum = (source: IncomeSource): Results => {
      const { cumulative, today } = known.sources[source];
      const before = { cumulative, today: known.dayStartMs === dayStartMs ? today : 0n };
      return plus(before, added.sources.get(source) ?? nothing);
    };
    const now: Known = {
      sources: bySource(sum),
      seq: added.seq ?? known.seq,
      lastMs: Math.max(known.lastMs, added.lastMs),
      dayStartMs,
    };
    this.#remember(book, now);
    return now.sources;
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

function plus(one: Results, other: Results): Results {
  return { cumulative: one.cumulative + other.cumulative, today: one.today + other.today };
}

type Added = {
  readonly sources: ReadonlyMap<IncomeSource, Results>;
  readonly seq: bigint | undefined;
  readonly lastMs: number;
};

/** Journals of a book are numbered as they commit, so those after a number are all that came since. */
async function since(
  pool: Pick<Pool, 'query'>,
  { book, dayStartMs, seq }: Asked & { readonly seq: bigint },
): Promise<Added> {
  const found = await pool.query<{
    source: IncomeSource;
    seq: string | null;
    last_ms: string | null;
    total: string;
    today: string;
  }>({
    name: 'own-results',
    text: `with later as materialized (
        select j.seq, j.kind, j.ref, j.time_ms, j.accounts, j.currencies, j.amounts from journal j
        where j.book = $1 and j.seq > $2
      ), result as materialized (
        select case q.product when 'forex' then 'forex' else 'contracts' end as source, l.time_ms, p.amount
        from later l left join position q on q.book = $1
            and q.id = (case when l.ref like 'position:%' then substr(l.ref, 10) end)::bigint,
          unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where l.kind in ('contract_open', 'contract_fill', 'contract_close', 'experience_keep')
          and p.account in ('contract', 'contract_frozen') and p.currency = 'USDT'
        union all
        select 'options', l.time_ms, case when t.status = 'won' then t.profit_usdt else -t.stake_usdt end
        from later l join option_ticket t on t.book = $1 and t.source = 'option'
          and t.id = (case when l.ref like 'option:%' then substr(l.ref, 8) end)::bigint
        where l.kind in ('option_win', 'option_loss')
        union all
        select 'credit', l.time_ms, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where l.kind = 'experience_convert' and p.account = 'spot' and p.currency = 'USDT'
        union all
        -- Ending an order early costs its fee: what left the principal and did not come back.
        select 'fund', l.time_ms, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where l.kind in ('fund_income', 'fund_terminate') and p.account in ('spot', 'fund_principal') and p.currency = 'USDT'
        union all
        select 'referral', l.time_ms, p.amount
        from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
        where l.kind = 'referral_pay' and p.account = 'spot' and p.currency = 'USDT'
      )
      select s.source, (select max(l.seq) from later l) as seq, (select max(l.time_ms) from later l) as last_ms,
        coalesce(sum(r.amount), 0) as total,
        coalesce(sum(r.amount) filter (where r.time_ms >= $3), 0) as today
      from unnest($4::text[]) as s (source) left join result r on r.source = s.source group by s.source`,
    values: [book, seq, dayStartMs, incomeSources],
  });
  const [any] = found.rows;
  if (any === undefined) throw new Error('a sum came without a row');
  return {
    sources: new Map(
      found.rows.map(({ source, total, today }) => [
        source,
        { cumulative: fromNumeric(total), today: fromNumeric(today) },
      ]),
    ),
    seq: any.seq === null ? undefined : BigInt(any.seq),
    lastMs: any.last_ms === null ? -Infinity : Number(any.last_ms),
  };
}
