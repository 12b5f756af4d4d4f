/** Compares a shopper's leaves in the newest statement of liabilities with what its own journals say it was owed. */
import { readDecimal } from '../decimal.ts';
import { checkOwnLeaf } from '../liabilities/own-leaf.ts';
import type { OwnLiability } from '../liabilities/own-leaf.ts';
import { readStatement } from '../liabilities/statement.ts';
import { readSum } from '../liabilities/tree.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { Notebook } from './notebook.ts';
import type { MoneyRecord } from './wire.ts';

/** The currency in which positions gain. */
const GAINS_IN = 'USDT';

/** By how much the clocks of the shopper and the platform may differ. */
const CLOCKS_DIFFER_MS = 10_000;

/** `rootOf` gives the logged root of a statement by its number; undefined while the watch has not followed that far. */
export function checkLeaf(
  { records, customer, since }: Pick<Notebook, 'records' | 'customer' | 'since'>,
  own: OwnLiability,
  rootOf: (statement: number) => string | undefined,
): readonly Alarm[] {
  const statement = readStatement(own.statement);
  const loggedRoot = statement === undefined ? '' : rootOf(statement.number);
  if (loggedRoot === undefined) return [];
  const all = Object.values(records).map((text) => JSON.parse(text) as MoneyRecord);
  // The platform says up to which journal it counted. Those that the shopper had seen well before count in any case.
  const seenMs = (statement?.asOfMs ?? 0) - CLOCKS_DIFFER_MS;
  const isBefore = ({ seq }: MoneyRecord): boolean =>
    seq <= own.seq || (since[`record ${seq}`] ?? Infinity) < seenMs;
  const until = all.filter(isBefore);
  const balances = balancesOf(until);
  const expected = Object.fromEntries(balances);
  // Open gains are owed beside the balances.
  const isGaining = hasOpenPosition(until);
  if (isGaining) delete expected[GAINS_IN];
  const found = checkOwnLeaf({ own, customer, loggedRoot, expected }).map(({ kind, detail }) =>
    alarm(kind === 'leaf_missing' ? 'liability_missing' : 'liability_differs', detail, JSON.stringify(own)),
  );
  const least = balances.get(GAINS_IN) ?? 0n;
  const sum = own.leaves
    .filter(({ currency }) => currency === GAINS_IN)
    .reduce((total, { amount }) => total + (readSum(amount) ?? 0n), 0n);
  if (!isGaining || found.length > 0 || sum >= least) return found;
  const detail = `The statement has ${sum} units of ${GAINS_IN} for this customer, whose balances alone are ${least}.`;
  return [alarm(sum === 0n ? 'liability_missing' : 'liability_differs', detail, JSON.stringify(own))];
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
