/** What an order of the fund moves, what it counts in the counters that all share, and what of it waits for the time. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming, Count } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import type { FundOrderRow } from './tables.ts';

/** Everything of the fund is in USDT. */
export const FUND_CURRENCY = 'USDT';
const currency = FUND_CURRENCY;

/** The customer's accounts that an order moves money between. */
export const FUND_BALANCES = [
  ['spot', currency],
  ['fund_principal', currency],
] as const;

function ref({ id }: FundOrderRow): string {
  return `fund_order:${id}`;
}

/** The principal leaves what is free, and is the customer's still. */
export function joinJournal(row: FundOrderRow): Journal {
  return journal('fund_join', ref(row), [
    { account: 'spot', currency, amount: -row.amount },
    { account: 'fund_principal', currency, amount: row.amount },
  ]);
}

/** The whole principal comes back: of an order that never began, or of one whose days are over. */
export function returnJournal(row: FundOrderRow, kind: 'fund_refund' | 'fund_maturity'): Journal {
  return journal(kind, ref(row), [
    { account: 'fund_principal', currency, amount: -row.amount },
    { account: 'spot', currency, amount: row.amount },
  ]);
}

/** The principal comes back less the fee. */
export function terminateJournal(row: FundOrderRow, fee: Amount): Journal {
  return journal('fund_terminate', ref(row), [
    { account: 'fund_principal', currency, amount: -row.amount },
    { account: 'spot', currency, amount: row.amount - fee },
    { account: 'fees', currency, amount: fee },
  ]);
}

/** Out of what was set aside when the day's rate was published, and out of nothing else. */
export function incomeJournal(row: FundOrderRow, income: Amount): Journal {
  return journal('fund_income', ref(row), [
    { account: 'income_escrow', currency, amount: -income },
    { account: 'spot', currency, amount: income },
  ]);
}

/** 1 while the strategy's account does not cover a day: then nobody joins. Publication moves it and holds it meanwhile. */
export const FUND_CLOSED = 'fund_closed';

/** How many orders of a tier are open. */
export function placesCounter(project: number): string {
  return `fund_places:${project}`;
}

/** The principal that is in progress under a version of a tier's terms. */
export function principalCounter({ project, termsVersion }: Pick<FundOrderRow, 'project' | 'termsVersion'>) {
  return `fund:${project}:${termsVersion}`;
}

/** One place more or less. */
export function placed({ project }: FundOrderRow, by: 1 | -1): Count {
  return { counter: placesCounter(project), by: BigInt(by) * ONE };
}

/** What an open order counts, taken off again. */
export function countedOff(row: FundOrderRow): Count[] {
  const principal = { counter: principalCounter(row), by: -row.amount };
  return row.status === 'in_progress' ? [placed(row, -1), principal] : [placed(row, -1)];
}

/** What the engine calls an order that starts by itself, and one that waits for its next mark or for the rest of its last day. */
export const FUND_START = 'fund_start';
export const FUND_INCOME = 'fund_income';
export type FundTrigger = typeof FUND_START | typeof FUND_INCOME;

/** As which the engine knows an order; undefined: it waits for nothing. */
export function triggerOf({ status, startedMs, dueMs }: FundOrderRow): FundTrigger | undefined {
  if (status === 'pending') return FUND_START;
  return startedMs !== null && dueMs !== null ? FUND_INCOME : undefined;
}

/** What the engine is told of an order as it stands; of one that ended, that it waits no longer for what it waited for. */
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
