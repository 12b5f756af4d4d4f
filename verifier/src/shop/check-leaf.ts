/** Compares a shopper's leaves in the newest statement of liabilities with what its own journals say it was owed. */
import { wallTime } from '../house-time.ts';
import type { ClockStep } from '../house-time.ts';
import { readDecimal } from '../decimal.ts';
import { openGains } from '../liabilities/open-gains.ts';
import type { GainingPosition, OpenGains } from '../liabilities/open-gains.ts';
import { checkOwnLeaf } from '../liabilities/own-leaf.ts';
import type { OwnLiability } from '../liabilities/own-leaf.ts';
import { readStatement } from '../liabilities/statement.ts';
import type { LiabilityStatement } from '../liabilities/statement.ts';
import { readSum } from '../liabilities/tree.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { Notebook } from './notebook.ts';
import type { MoneyRecord } from './wire.ts';

/** The currency in which positions gain. */
const GAINS_IN = 'USDT';

/** By how much the clocks of the shopper and the platform may differ. */
const CLOCKS_DIFFER_MS = 10_000;

export type LeafCheck = {
  readonly notebook: Pick<Notebook, 'records' | 'customer' | 'since' | 'trades'>;
  readonly own: OwnLiability;
  /** Returns the logged root of a statement by its number; undefined until the watch has followed the log that far. */
  readonly rootOf: (statement: number) => string | undefined;
  /** When the shopper began to read its positions, by its clock. */
  readonly readMs: number;
  /** The logged steps of a demo's time, by which statements are dated. */
  readonly steps: readonly ClockStep[];
};

export function checkLeaf({ notebook, own, rootOf, readMs, steps }: LeafCheck): readonly Alarm[] {
  const { records, customer, since } = notebook;
  const statement = readStatement(own.statement);
  const loggedRoot = statement === undefined ? '' : rootOf(statement.number);
  if (loggedRoot === undefined) return [];
  const all = Object.values(records).map((text) => JSON.parse(text) as MoneyRecord);
  // The statement names the last journal that it counted. Journals that the shopper had seen well before must be counted in
  // any case.
  const seenMs = (statement?.asOfMs ?? 0) - CLOCKS_DIFFER_MS;
  const isBefore = ({ seq }: MoneyRecord): boolean =>
    seq <= own.seq || (since[`record ${seq}`] ?? Infinity) < seenMs;
  const until = all.filter(isBefore);
  const balances = balancesOf(until);
  const expected = Object.fromEntries(balances);
  const gains = gainsAt({ notebook, statement, readMs, steps }, all, isBefore);
  const shown = JSON.stringify(own);
  if (gains !== undefined && gains.unpriced.length > 0) {
    const detail = `The statement names no price for ${gains.unpriced.join(', ')}, of which this customer has an open position.`;
    return [alarm('liability_differs', detail, shown)];
  }
  const least = (balances.get(GAINS_IN) ?? 0n) + (gains?.sum ?? 0n);
  // Open gains are owed in addition to the balances. If some are unknown, the known ones are a minimum.
  const isExact = gains?.isWhole ?? !hasOpenPosition(until);
  if (isExact) expected[GAINS_IN] = least;
  else delete expected[GAINS_IN];
  const found = checkOwnLeaf({ own, customer, loggedRoot, expected }).map(({ kind, detail }) =>
    alarm(kind === 'leaf_missing' ? 'liability_missing' : 'liability_differs', detail, shown),
  );
  const sum = own.leaves
    .filter(({ currency }) => currency === GAINS_IN)
    .reduce((total, { amount }) => total + (readSum(amount) ?? 0n), 0n);
  if (isExact || found.length > 0 || sum >= least) return found;
  const detail = `The statement has ${sum} units of ${GAINS_IN} for this customer, who is owed at least ${least}.`;
  return [alarm(sum === 0n ? 'liability_missing' : 'liability_differs', detail, shown)];
}

/** Undefined while there may be an open position whose state at the time of the statement is unknown. */
function gainsAt(
  {
    notebook,
    statement,
    readMs,
    steps,
  }: Pick<LeafCheck, 'notebook' | 'readMs' | 'steps'> & {
    readonly statement: LiabilityStatement | undefined;
  },
  all: readonly MoneyRecord[],
  isBefore: (record: MoneyRecord) => boolean,
): OpenGains | undefined {
  // The lists are read before the statement, which must not be newer than they are.
  if (statement === undefined || wallTime(steps, statement.asOfMs) > readMs - CLOCKS_DIFFER_MS)
    return undefined;
  const positions = Object.values(notebook.trades).filter(({ product }) => product === 'position');
  const changed = new Set(
    all
      .filter((record) => !isBefore(record) || (notebook.since[`record ${record.seq}`] ?? 0) >= readMs)
      .map(({ ref }) => ref),
  );
  const gains = openGains({
    positions: positions.map(({ seen }) => seen as unknown as GainingPosition),
    statement,
    hasChanged: (id) => changed.has(`position:${id}`),
  });
  const isEnded = ({ id, seen }: (typeof positions)[number]): boolean =>
    changed.has(`position:${id}`) && (seen['status'] === 'closed' || seen['status'] === 'cancelled');
  const known = new Set(positions.map(({ id }) => `position:${id}`));
  const isUnknown = [...changed].some((ref) => ref.startsWith('position:') && !known.has(ref));
  return { ...gains, isWhole: gains.isWhole && !isUnknown && !positions.some(isEnded) };
}

/** By currency, in units of 10⁻⁸. */
function balancesOf(records: readonly MoneyRecord[]): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const { changes } of records) {
    for (const { currency, amount } of changes)
      balances.set(currency, (balances.get(currency) ?? 0n) + (readDecimal(amount) ?? 0n));
  }
  return balances;
}

/** A position opens and closes by journals that name it, but a part of it may stay open. */
function hasOpenPosition(records: readonly MoneyRecord[]): boolean {
  const frozen = new Map<string, bigint>();
  for (const { ref, changes } of records) {
    if (!ref.startsWith('position:')) continue;
    for (const change of changes) {
      if (change.frozen) frozen.set(ref, (frozen.get(ref) ?? 0n) + (readDecimal(change.amount) ?? 0n));
    }
  }
  return [...frozen.values()].some((amount) => amount > 0n);
}
