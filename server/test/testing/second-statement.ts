/**
 * A second, independent computation of statements: a customer's month or year, posting by posting. It shares nothing with the
 * server's statements but the type of an amount. Where both could read the same column, this computation derives the figure: a
 * fee is what the customer paid beyond the price of the tape.
 */
import { ONE } from './second-books.ts';
import type { Books, Journal, Leg, Position, Posting } from './second-books.ts';
import {
  addTo,
  changesIn,
  nearest,
  ownUsdt,
  posted,
  priceOf,
  spreadOf,
  up,
  valueOf,
} from './second-figures.ts';
import type { Money } from './second-figures.ts';

export type Period = {
  readonly opening: Money;
  readonly closing: Money;
  readonly received: Money;
  readonly paid: Money;
  /** By "kind group currency": the number of journals, and the amounts received and paid. */
  readonly movements: Map<string, { count: number; received: bigint; paid: bigint }>;
  /** By "kind currency": the cost, and the amount on which it was charged. */
  readonly costs: Map<string, { amount: bigint; base: bigint }>;
  readonly openingValue: bigint;
  readonly closingValue: bigint;
};

/** `valuedMs` is the end of a period that is over; for any other period, it is the newest whole minute. */
export function periodOf(
  books: Books,
  { fromMs, toMs, valuedMs }: { readonly fromMs: number; readonly toMs: number; readonly valuedMs: number },
): Period {
  const stakes = new Map<string, readonly Posting[]>();
  const period: Omit<Period, 'openingValue' | 'closingValue'> = {
    ...{ opening: new Map(), closing: new Map(), received: new Map(), paid: new Map() },
    ...{ movements: new Map(), costs: new Map() },
  };
  for (const journal of books.journals.filter(({ timeMs }) => timeMs < toMs)) {
    for (const [key, amount] of changesIn(journal, stakes)) {
      addTo(period.closing, key, amount);
      if (journal.timeMs < fromMs) {
        addTo(period.opening, key, amount);
        continue;
      }
      addTo(amount > 0n ? period.received : period.paid, key, amount);
      const name = `${journal.kind} ${key}`;
      const moved = period.movements.get(name) ?? { count: 0, received: 0n, paid: 0n };
      period.movements.set(name, moved);
      moved.count += 1;
      if (amount > 0n) moved.received += amount;
      else moved.paid += amount;
    }
    if (journal.timeMs >= fromMs) addCosts(books, journal, period.costs);
  }
  const worthOf = (money: Money, ms: number): bigint =>
    [...money].reduce((sum, [key, held]) => {
      const [group = '', currency = ''] = key.split(' ');
      if (group === 'experience') return sum;
      if (currency === 'USDT') return sum + held;
      return sum + (held * (books.bidBefore(`${currency}/USDT`, ms) ?? 0n)) / ONE;
    }, 0n);
  return {
    ...period,
    openingValue: worthOf(period.opening, fromMs),
    closingValue: worthOf(period.closing, valuedMs),
  };
}

type Costs = Period['costs'];
function charge(costs: Costs, name: string, cost: bigint, base: bigint): void {
  const one = costs.get(name) ?? { amount: 0n, base: 0n };
  costs.set(name, { amount: one.amount + cost, base: one.base + base });
}

function addCosts(books: Books, journal: Journal, costs: Costs): void {
  const legs = books.legs.get(journal.seq) ?? [];
  const { kind } = journal;
  if (['spot_buy', 'spot_sell', 'spot_fill', 'spot_convert'].includes(kind)) {
    for (const leg of legs) {
      const value = valueOf(leg);
      // A conversion pays nothing in USDT: its fees are those of its legs.
      const paid =
        kind === 'spot_convert'
          ? up(value * leg.feeRate, ONE)
          : leg.side === 'buy'
            ? -ownUsdt(journal) - value
            : value - ownUsdt(journal);
      charge(costs, 'spot_fee USDT', paid, value);
      charge(costs, 'spot_spread USDT', spreadOf(leg, leg.quantity, ONE), value);
    }
  } else if (kind === 'exchange') addExchange(journal, legs, costs);
  else if (kind.startsWith('contract_')) addLeveraged(books, journal, costs);
  else if (kind === 'loan_repay') {
    const repaid = -ownUsdt(journal);
    if (posted(journal, 'fees') > 0n) charge(costs, 'loan_fee USDT', posted(journal, 'fees'), repaid);
    if (posted(journal, 'interest') > 0n)
      charge(costs, 'loan_interest USDT', posted(journal, 'interest'), repaid);
  } else if (kind === 'withdrawal_pay' || kind === 'fund_terminate') {
    const taken = journal.postings.find(
      ({ account }) => account === 'spot_frozen' || account === 'fund_principal',
    );
    const name = kind === 'withdrawal_pay' ? 'withdrawal_fee' : 'fund_exit_fee';
    const fee = posted(journal, 'fees');
    if (taken !== undefined && fee > 0n) charge(costs, `${name} ${taken.currency}`, fee, -taken.amount);
  }
}

/** The fee is the value given minus the value received. */
function addExchange(journal: Journal, legs: readonly Leg[], costs: Costs): void {
  const sold = legs.find(({ side }) => side === 'sell');
  const bought = legs.find(({ side }) => side === 'buy');
  const given = sold === undefined ? -ownUsdt(journal) : valueOf(sold);
  const [rate = 0n] = legs.map(({ feeRate }) => feeRate);
  const fee = up(given * rate, ONE);
  if (bought === undefined && ownUsdt(journal) !== given - fee)
    throw new Error(`expected ${given - fee} for an exchange, found ${ownUsdt(journal)}`);
  charge(costs, 'exchange_fee USDT', fee, given);
  for (const leg of legs) {
    const value = leg.quantity * priceOf(leg);
    charge(costs, 'exchange_spread USDT', spreadOf(leg, leg.quantity, ONE), nearest(value, ONE));
  }
}

function sizeOf({ product, symbol }: Position): bigint {
  if (product === 'contract') return 1n;
  return symbol === 'XAU/USD' ? 100n : symbol === 'XAG/USD' ? 5000n : 100_000n;
}

function addLeveraged(books: Books, journal: Journal, costs: Costs): void {
  const position = books.positions.get(journal.ref);
  const closing = position?.closings.get(journal.seq);
  const opens = journal.kind === 'contract_open' || journal.kind === 'contract_fill';
  if (position === undefined || (closing === undefined && !opens)) return;
  const quantity = closing?.quantity ?? position.quantity;
  const rate = closing?.rate ?? position.openRate;
  const entry = closing?.entry ?? position.entry;
  if (entry === undefined) throw new Error(`expected the entry of ${journal.ref}, found none`);
  const buys = position.isLong === (closing === undefined);
  const units = quantity * sizeOf(position) * rate;
  const value = up(units * (buys ? entry.ask : entry.bid), ONE * ONE);
  // At an opening, nothing but the fee leaves the customer's accounts.
  const fee = closing === undefined ? -ownUsdt(journal) : up(value * position.feeRate, ONE);
  charge(costs, `${position.product}_fee USDT`, fee, value);
  charge(costs, `${position.product}_spread USDT`, spreadOf({ entry }, units, ONE * ONE), value);
  const interest = posted(journal, 'interest');
  if (interest > 0n) charge(costs, 'overnight USDT', interest, value);
}
