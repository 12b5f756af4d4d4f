/**
 * A customer's income by source, in USDT: the gains and losses of their own money. The features define the sources and the
 * journals that count as income; this file refers to no kind of journal.
 *
 * Every view of an account needs this, and histories only grow. The sums are therefore cached, and only newer journals are read.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { incomeSources } from '@candor/protocol/wallets/schemas.ts';
import type { Pool } from '../db/pool.ts';

export type IncomeSource = (typeof incomeSources)[number];

export type IncomePart = {
  readonly sources: readonly IncomeSource[];
  /**
   * A select of source, time_ms and amount. It may read rows of its feature, and `later`: the journals of book $1 that are not in
   * the cached sums (seq, kind, ref, time_ms, accounts, currencies, amounts).
   */
  readonly sql: string;
};

type Results = { readonly cumulative: Amount; readonly today: Amount };
type BySource = Readonly<Record<IncomeSource, Results>>;

/**
 * The sums over a book's journals up to `seq`, the last of which was at `lastMs`; `today` is the sum since
 * `dayStartMs`.
 */
type Known = {
  readonly sources: BySource;
  readonly seq: bigint;
  readonly lastMs: number;
  readonly dayStartMs: number;
};

const nothing = { cumulative: 0n, today: 0n };

type Asked = {
  readonly book: bigint;
  /** In milliseconds of the market clock. */ readonly dayStartMs: number;
};

type OwnResultsOptions = {
  readonly pool: Pick<Pool, 'query'>;
  readonly booksMax: number;
  readonly parts: readonly IncomePart[];
};

export class OwnResults {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #booksMax: number;
  readonly #text: string;
  readonly #nothing: Known;
  readonly #known = new Map<bigint, Known>();
  readonly #sources: readonly IncomeSource[];

  constructor({ pool, booksMax, parts }: OwnResultsOptions) {
    this.#pool = pool;
    this.#booksMax = booksMax;
    this.#text = textOf(parts);
    this.#sources = parts.flatMap((part) => part.sources);
    this.#nothing = {
      sources: this.#each(() => nothing),
      ...{ seq: 0n, lastMs: -Infinity, dayStartMs: -Infinity },
    };
  }

  async of(asked: Asked): Promise<Results> {
    const sources = await this.bySource(asked);
    return this.#sources.map((source) => sources[source]).reduce(plus, nothing);
  }

  async bySource({ book, dayStartMs }: Asked): Promise<BySource> {
    const known = this.#usable(book, dayStartMs);
    const added = await this.#since({ book, dayStartMs, seq: known.seq });
    const sum = (source: IncomeSource): Results => {
      const { cumulative, today } = known.sources[source];
      const before = { cumulative, today: known.dayStartMs === dayStartMs ? today : 0n };
      return plus(before, added.sources.get(source) ?? nothing);
    };
    const now: Known = {
      sources: this.#each(sum),
      seq: added.seq ?? known.seq,
      lastMs: Math.max(known.lastMs, added.lastMs),
      dayStartMs,
    };
    this.#remember(book, now);
    return now.sources;
  }

  /**
   * Returns the cached sums if they can be used. They can't be used for another day, because their split by day is unknown,
   * unless all journals precede that day.
   */
  #usable(book: bigint, dayStartMs: number): Known {
    const known = this.#known.get(book) ?? this.#nothing;
    return known.dayStartMs === dayStartMs || known.lastMs < dayStartMs ? known : this.#nothing;
  }

  /**
   * Caches a result. If two results are concurrent, both are valid, and the one that read more journals is kept. The least
   * recently requested book is evicted.
   */
  #remember(book: bigint, now: Known): void {
    const other = this.#known.get(book);
    if (other !== undefined && other.seq > now.seq) return;
    this.#known.delete(book);
    this.#known.set(book, now);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#booksMax && oldest !== undefined) this.#known.delete(oldest);
  }

  #each(of: (source: IncomeSource) => Results): BySource {
    return Object.fromEntries(this.#sources.map((source) => [source, of(source)])) as BySource;
  }

  /** A book's journals are numbered in the order in which they commit, so all new ones have greater numbers. */
  async #since({ book, dayStartMs, seq }: Asked & { readonly seq: bigint }): Promise<Added> {
    const found = await this.#pool.query<{
      source: IncomeSource;
      seq: string | null;
      last_ms: string | null;
      total: string;
      today: string;
    }>({ name: 'own-results', text: this.#text, values: [book, seq, dayStartMs, this.#sources] });
    const [any] = found.rows;
    if (any === undefined) throw new Error('expected at least one row of sums, found none');
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
}

function plus(one: Results, other: Results): Results {
  return { cumulative: one.cumulative + other.cumulative, today: one.today + other.today };
}

type Added = {
  readonly sources: ReadonlyMap<IncomeSource, Results>;
  readonly seq: bigint | undefined;
  readonly lastMs: number;
};

function textOf(parts: readonly IncomePart[]): string {
  return `with later as materialized (
      select j.seq, j.kind, j.ref, j.time_ms, j.accounts, j.currencies, j.amounts from journal j
      where j.book = $1 and j.seq > $2
    ), result (source, time_ms, amount) as materialized (
      ${parts.map(({ sql }) => sql).join(' union all ')}
    )
    select s.source, (select max(l.seq) from later l) as seq, (select max(l.time_ms) from later l) as last_ms,
      coalesce(sum(r.amount), 0) as total,
      coalesce(sum(r.amount) filter (where r.time_ms >= $3), 0) as today
    from unnest($4::text[]) as s (source) left join result r on r.source = s.source group by s.source`;
}
