/** Test helpers for the rules: an example plan, the facts of its book, and decisions rendered as text. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Decision, Effects, Facts, Head } from '../../../commands/command.ts';
import { unshared } from '../../../commands/testing/unshared.ts';
import { accountStandings } from '../../../identity/account-standing.ts';
import { gates } from '../../../identity/gates.ts';
import type { Gate } from '../../../identity/gates.ts';
import { openGate, WALL } from '../../../identity/testing/gate.ts';
import { instrumentOf } from '../../../quotes/catalogue.ts';
import { recurringPlans, recurringPurchases } from '../tables.ts';
import type { PlanRow, PurchaseRow } from '../tables.ts';

export const BOOK = 100_001n;
/** A Friday, by the market clock. The wall clock shows a different time. */
export const NOW = Date.UTC(2026, 10, 27, 10);
export const HEAD_SEQ = 77n;

export const btc = instrumentOf('BTC/USDT') as ContractInstrument;

/** A plan that spends 50 USDT on BTC every day at 09:00, and is next due on 28 November. */
export function planRow(change: Partial<PlanRow> = {}): PlanRow {
  return {
    ...{ book: BOOK, id: 7n, symbol: 'BTC/USDT', amount: amount('50') },
    ...{ every: 'day', onDay: 0, hour: 9, status: 'active', reason: null },
    ...{ dueMs: Date.UTC(2026, 10, 28, 9), shortRun: 0, version: 3, armedSeq: 40n },
    ...{ createdMs: NOW - 5, updatedMs: NOW - 5 },
    ...change,
  };
}

export type World = {
  readonly rows: readonly PlanRow[];
  /** The number of the customer's plans, excluding deleted ones. */
  readonly plans: number;
  readonly gate: Partial<Gate>;
  /** The ask of BTC; null if the tape has no newest entry. */
  readonly ask: string | null;
  readonly headSeq: bigint;
  readonly closed: boolean;
  readonly nowMs: number;
};

export function factsOf(change: Partial<World> = {}): Facts {
  const usual = { rows: [], plans: 0, gate: {}, ask: '20010', headSeq: HEAD_SEQ, closed: false, nowMs: NOW };
  const world: World = { ...usual, ...change };
  let id = 41n;
  const status = world.gate.status ?? 'active';
  return {
    ...{ book: BOOK, nowMs: world.nowMs, wallMs: WALL, journalSeq: 1n },
    cancelOnly: false,
    stops: [],
    ...unshared,
    balance: () => 0n,
    balances: () => [],
    houseHas: () => true,
    row: (table: { readonly name: string }, of: bigint) =>
      ({
        [gates.name]: { ...openGate, ...world.gate },
        [accountStandings.name]: { book: BOOK, id: 0n, status, closedMs: null },
        [recurringPlans.name]: world.rows.find((row) => row.id === of),
      })[table.name] as never,
    openRows: () => world.rows.filter((row) => row.status !== 'deleted') as never,
    openCount: () => world.plans,
    counter: () => 0n,
    head: (symbol) => (world.ask === null ? undefined : headOf(symbol, world.ask, world)),
    newId: () => (id += 1n),
  };
}

function headOf(symbol: string, asked: string, { headSeq: seq, closed }: World): Head {
  const ask = amount(asked);
  const price = { bid: ask, ask, last: ask };
  return {
    symbol,
    seq,
    timeMs: NOW,
    ...price,
    stale: false,
    fillAgeMs: 1000,
    aged: false,
    closed,
    lagging: false,
  };
}

export function entryAt(timeMs: number, change: Partial<TapeEntry> = {}): TapeEntry {
  const price = amount('20000');
  return {
    ...{ symbol: 'BTC/USDT', seq: 80n, timeMs, feedTimeMs: timeMs, volume: 0n },
    ...{ bid: price, ask: price, last: price },
    ...change,
  };
}

export const shown = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** Formats a plan as "active, due 2026-11-28T09:00, short 0", with the reason after the status. */
export function planWords({ status, reason, dueMs, shortRun }: PlanRow): string {
  const state = reason === null ? status : `${status} (${reason})`;
  return `${state}, due ${shown(dueMs)}, short ${shortRun}`;
}

type Part = Omit<Effects<unknown>, 'answer'>;

export const planOf = ({ puts = [] }: Part): PlanRow | undefined =>
  puts.find(({ table }) => table.name === recurringPlans.name)?.row as PlanRow | undefined;
export const purchaseOf = ({ appends = [] }: Part): PurchaseRow | undefined =>
  appends.find(({ table }) => table.name === recurringPurchases.name)?.row as PurchaseRow | undefined;

/** Formats a decision: the plan, the purchase and the kinds of notices, or the refusal with its field and parameters. */
export function outcome(decided: Decision<unknown, string>): string {
  if (!decided.ok) {
    const { code, field, params = {} } = decided.refusal;
    const figures = Object.values(params).filter((figure) => figure !== field);
    return [code, field, ...figures].filter((part) => part !== undefined).join(' ');
  }
  const [plan, purchase] = [planOf(decided.value), purchaseOf(decided.value)];
  const told = (decided.value.appends ?? []).flatMap(({ table, row }) =>
    table.name === 'notice' ? [`tells ${(row as { kind: string }).kind}`] : [],
  );
  const words = [
    plan === undefined ? 'no change' : planWords(plan),
    ...(purchase === undefined ? [] : [purchaseWords(purchase)]),
    ...told,
  ];
  return words.join('; ');
}

function purchaseWords({ status, reason, dueMs, amount: spends }: PurchaseRow): string {
  return `${reason === null ? status : `${status} (${reason})`} ${formatAmount(spends)} of ${shown(dueMs)}`;
}
