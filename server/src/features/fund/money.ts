/** The journals, counters and triggers of a fund order. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming, Count } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import type { FundOrderRow } from './tables.ts';

/** The fund uses only USDT. */
export const FUND_CURRENCY = 'USDT';
const currency = FUND_CURRENCY;

/** The customer balances that an order moves money between. */
export const FUND_BALANCES = [
  ['spot', currency],
  ['fund_principal', currency],
] as const;

function ref({ id }: FundOrderRow): string {
  return `fund_order:${id}`;
}

/** Moves the principal out of the available balance. It still belongs to the customer. */
export function joinJournal(row: FundOrderRow): Journal {
  return journal('fund_join', ref(row), [
    { account: 'spot', currency, amount: -row.amount },
    { account: 'fund_principal', currency, amount: row.amount },
  ]);
}

/** Returns the full principal of an order that never started or has matured. */
export function returnJournal(row: FundOrderRow, kind: 'fund_refund' | 'fund_maturity'): Journal {
  return journal(kind, ref(row), [
    { account: 'fund_principal', currency, amount: -row.amount },
    { account: 'spot', currency, amount: row.amount },
  ]);
}

export function terminateJournal(row: FundOrderRow, fee: Amount): Journal {
  return journal('fund_terminate', ref(row), [
    { account: 'fund_principal', currency, amount: -row.amount },
    { account: 'spot', currency, amount: row.amount - fee },
    { account: 'fees', currency, amount: fee },
  ]);
}

/** Pays income out of the amount that was reserved when the day's rate was published. */
export function incomeJournal(row: FundOrderRow, income: Amount): Journal {
  return journal('fund_income', ref(row), [
    { account: 'income_escrow', currency, amount: -income },
    { account: 'spot', currency, amount: income },
  ]);
}

/**
 * The counter is 1 while the strategy's account does not cover a day's income. Nobody can invest then. Publication locks and sets
 * the counter.
 */
export const FUND_CLOSED = 'fund_closed';

/** Name of the counter of a tier's open orders. */
export function placesCounter(project: number): string {
  return `fund_places:${project}`;
}

/** Name of the counter of the principal in progress under a version of a tier's terms. */
export function principalCounter({ project, termsVersion }: Pick<FundOrderRow, 'project' | 'termsVersion'>) {
  return `fund:${project}:${termsVersion}`;
}

export function placed({ project }: FundOrderRow, by: 1 | -1): Count {
  return { counter: placesCounter(project), by: BigInt(by) * ONE };
}

export function countedOff(row: FundOrderRow): Count[] {
  const principal = { counter: principalCounter(row), by: -row.amount };
  return row.status === 'in_progress' ? [placed(row, -1), principal] : [placed(row, -1)];
}

/**
 * The engine's trigger kinds for an order: its automatic start, and its next mark or the payment for the rest of its last day.
 */
export const FUND_START = 'fund_start';
export const FUND_INCOME = 'fund_income';
export type FundTrigger = typeof FUND_START | typeof FUND_INCOME;

/** Returns the trigger kind of an order, or undefined if nothing is due. */
export function triggerOf({ status, startedMs, dueMs }: FundOrderRow): FundTrigger | undefined {
  if (status === 'pending') return FUND_START;
  return startedMs !== null && dueMs !== null ? FUND_INCOME : undefined;
}

/** Arms the order's trigger, or disarms the previous one if nothing is due any longer. */
export function fundArmings(row: FundOrderRow, before?: FundOrderRow): Arming[] {
  const kinds = new Set([before, row].flatMap((one) => (one === undefined ? [] : (triggerOf(one) ?? []))));
  return [...kinds].map((kind) => ({
    symbol: CLOCK_SYMBOL,
    kind,
    row: row.id,
    version: row.version,
    condition: 'time_at_or_after',
    level: kind === triggerOf(row) && row.wakeMs !== null ? BigInt(row.wakeMs) : null,
    armedSeq: row.armedSeq,
  }));
}
