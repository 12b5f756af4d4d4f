/**
 * Keeps all versions of the published terms in memory, by subject. A version takes effect at least a minute after it was
 * published, so that every process has read it by then. Which version applies then depends only on the time.
 */
import type { FundTier } from '@candor/domain/fund/tier.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { OptionTerms } from '@candor/domain/trading/option.ts';
import type { Pool } from '../db/pool.ts';
import { withFigures } from './instrument-terms.ts';
import { optionTermsOf } from './option-terms.ts';
import type { TermsBody } from './usual-terms.ts';

export type TermsVersion = {
  readonly version: number;
  /** In milliseconds of the wall clock. */
  readonly effectiveMs: number;
  readonly body: TermsBody;
  /** The proposal that published the version; undefined for an installation's initial terms. */
  readonly proposal: bigint | undefined;
};

export type MoneyBounds = {
  readonly open: boolean;
  readonly min: Amount;
  readonly max: Amount;
  /** Amounts of at least this require dual approval. */
  readonly twoFrom: Amount;
};
export type WithdrawalTerms = MoneyBounds & { readonly dayMax: Amount; readonly feeRate: Amount };
export type ExchangeTerms = {
  readonly open: boolean;
  readonly feeRate: Amount;
  readonly maxUsdt: Amount;
  /** How many quotes may go unused within an hour. */
  readonly unusedMax: number;
};

/** Whether referral is enabled, and the rate for each level above the customer, nearest first. */
export type ReferralTerms = { readonly open: boolean; readonly rates: readonly Amount[] };

export type LoanTerms = {
  readonly version: number;
  readonly open: boolean;
  readonly min: Amount;
  readonly max: Amount;
  readonly dailyRate: Amount;
  readonly overdueRate: Amount;
  readonly overdueCap: Amount;
  /** Amounts of at least this require dual approval. */
  readonly twoFrom: Amount;
  readonly scoreMin: number;
};

export type TermsDeps = {
  /** Absent if the published terms are not read from a database. */
  readonly pool?: Pool;
  readonly usual: ReadonlyMap<string, TermsBody>;
  readonly onError: (error: Error) => void;
};

/** Less than half of a version's minimum lead time, so that every process reads a version before it takes effect. */
const POLL_MS = 5000;

type PublishedRow = {
  readonly subject: string;
  readonly version: number;
  readonly effective_ms: string;
  /** In JSON. */
  readonly body: string;
  readonly proposal: string;
};

export class Terms {
  readonly #deps: TermsDeps;
  #published: ReadonlyMap<string, readonly TermsVersion[]> = new Map();
  /** An instrument is created only once per version, because thousands of orders a second request it. */
  readonly #instruments = new WeakMap<TermsBody, ContractInstrument>();
  readonly #options = new WeakMap<TermsBody, OptionTerms>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: TermsDeps) {
    this.#deps = deps;
  }

  /** Reads the published terms now, and periodically until stopped. */
  async start(): Promise<void> {
    await this.read();
    this.#timer = setInterval(() => void this.read().catch(this.#deps.onError), POLL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async read(): Promise<void> {
    const found = await this.#deps.pool?.query<PublishedRow>(
      'select t.subject, t.version, t.effective_ms, t.body, t.proposal from terms t order by t.subject, t.version',
    );
    if (found !== undefined) this.take(found.rows);
  }

  /** Adopts all published terms, each subject's in the order of versions. */
  take(rows: readonly PublishedRow[]): void {
    const published = new Map<string, TermsVersion[]>();
    for (const row of rows) {
      const version = {
        version: row.version,
        effectiveMs: Number(row.effective_ms),
        // If a version was published before a parameter became part of the terms, the parameter is as configured.
        body: { ...this.usual(row.subject), ...(JSON.parse(row.body) as TermsBody) },
        proposal: BigInt(row.proposal),
      };
      const known = published.get(row.subject);
      if (known === undefined) published.set(row.subject, [version]);
      else known.push(version);
    }
    this.#published = published;
  }

  subjects(): string[] {
    return [...this.#deps.usual.keys()];
  }

  /** Returns versions, oldest first. The initial terms are version 0. */
  versions(subject: string): readonly TermsVersion[] {
    const usual = this.#deps.usual.get(subject);
    const first =
      usual === undefined ? [] : [{ version: 0, effectiveMs: 0, body: usual, proposal: undefined }];
    return [...first, ...(this.#published.get(subject) ?? [])];
  }

  /** Returns a subject's terms before any publication: parameters by name. */
  usual(subject: string): TermsBody | undefined {
    return this.#deps.usual.get(subject);
  }

  /** Returns the terms at a wall-clock time, or undefined for an unknown subject. */
  at(subject: string, wallMs: number): TermsBody | undefined {
    return this.#publishedAt(subject, wallMs)?.body ?? this.usual(subject);
  }

  #publishedAt(subject: string, wallMs: number): TermsVersion | undefined {
    return this.#published.get(subject)?.findLast(({ effectiveMs }) => effectiveMs <= wallMs);
  }

  deposit(
    way: { readonly currency: string; readonly network: string },
    wallMs: number,
  ): MoneyBounds | undefined {
    const body = this.at(`deposit:${way.currency}:${way.network}`, wallMs);
    return body === undefined ? undefined : bounds(body);
  }

  withdrawal(currency: string, wallMs: number): WithdrawalTerms | undefined {
    const body = this.at(`withdrawal:${currency}`, wallMs);
    if (body === undefined) return undefined;
    return {
      ...bounds(body),
      dayMax: figure(body, 'day_max'),
      feeRate: figure(body, 'fee_rate'),
    };
  }

  exchange(wallMs: number): ExchangeTerms {
    const body = this.#known('exchange', wallMs);
    return {
      open: body['open'] === true,
      feeRate: figure(body, 'fee_rate'),
      maxUsdt: figure(body, 'max_usdt'),
      unusedMax: Number(body['unused_max']),
    };
  }

  referral(wallMs: number): ReferralTerms {
    const body = this.#known('referral', wallMs);
    const rates = ['level_1', 'level_2', 'level_3'].map((name) => figure(body, name));
    return { open: body['open'] === true, rates };
  }

  /** Returns tiers from lowest to highest. */
  fundTiers(wallMs: number): FundTier[] {
    const ids = this.subjects().flatMap((subject) => /^fund:(\d+)$/.exec(subject)?.[1] ?? []);
    return ids.map((id) => this.#fundTier(Number(id), wallMs));
  }

  #fundTier(id: number, wallMs: number): FundTier {
    const subject = `fund:${id}`;
    const body = this.#known(subject, wallMs);
    const limit = Number(body['limit_per_account']);
    return {
      id,
      version: this.#publishedAt(subject, wallMs)?.version ?? 0,
      open: body['open'] === true,
      min: figure(body, 'min'),
      max: figure(body, 'max'),
      rateMin: figure(body, 'rate_min'),
      rateMax: figure(body, 'rate_max'),
      days: Number(body['days']),
      limitPerAccount: limit === 0 ? null : limit,
      places: Number(body['places']),
      earlyFeeRate: figure(body, 'early_fee_rate'),
    };
  }

  loan(wallMs: number): LoanTerms {
    const body = this.#known('loan', wallMs);
    return {
      version: this.#publishedAt('loan', wallMs)?.version ?? 0,
      open: body['open'] === true,
      min: figure(body, 'min'),
      max: figure(body, 'max'),
      dailyRate: figure(body, 'daily_rate'),
      overdueRate: figure(body, 'overdue_rate'),
      overdueCap: figure(body, 'overdue_cap'),
      twoFrom: figure(body, 'two_from'),
      scoreMin: Number(body['score_min']),
    };
  }

  /** The waiting period of a new withdrawal address, in milliseconds. */
  addressCoolOffMs(wallMs: number): number {
    return Number(this.#known('address', wallMs)['cool_off_seconds']) * 1000;
  }

  /** Returns the maximum amount that one manual action may move, in USDT. */
  manual(wallMs: number): { readonly maxUsdt: Amount; readonly promotionMaxUsdt: Amount } {
    const body = this.#known('manual', wallMs);
    return { maxUsdt: figure(body, 'max_usdt'), promotionMaxUsdt: figure(body, 'promotion_max_usdt') };
  }

  /** Whether an instrument accepts new orders; open positions can always be closed. */
  instrumentOpen(symbol: string, wallMs: number): boolean {
    return this.at(`instrument:${symbol}`, wallMs)?.['open'] !== false;
  }

  /** Returns the instrument with its current parameters, or as configured if it has no terms. */
  instrument(instrument: ContractInstrument, wallMs: number): ContractInstrument {
    const body = this.at(`instrument:${instrument.symbol}`, wallMs);
    if (body === undefined) return instrument;
    const made = this.#instruments.get(body) ?? withFigures(instrument, body);
    this.#instruments.set(body, made);
    return made;
  }

  /** Returns the terms of a symbol's options. The symbol must have options. */
  option(symbol: string, wallMs: number): OptionTerms {
    const body = this.#known(`option:${symbol}`, wallMs);
    const made = this.#options.get(body) ?? optionTermsOf(body);
    this.#options.set(body, made);
    return made;
  }

  #known(subject: string, wallMs: number): TermsBody {
    const body = this.at(subject, wallMs);
    if (body === undefined) throw new Error(`expected terms of ${subject}, found none`);
    return body;
  }
}

function bounds(body: TermsBody): MoneyBounds {
  return {
    open: body['open'] === true,
    min: figure(body, 'min'),
    max: figure(body, 'max'),
    twoFrom: figure(body, 'two_from'),
  };
}

function figure(body: TermsBody, name: string): Amount {
  return amount(String(body[name]));
}
