/** The second computation of coins: lots, disposals and results, from journals and the legs of their trades. */
import { ONE } from './second-books.ts';
import type { Books, Journal, Posting } from './second-books.ts';
import { addTo, changesIn, ownUsdt, up, valueOf } from './second-figures.ts';
import type { Money } from './second-figures.ts';

/** A piece of a coin with one time and cost of acquisition. */
type Lot = { readonly ms: number; quantity: bigint; cost: bigint };
export type Sale = {
  readonly currency: string;
  /** Null at average cost. */
  readonly acquiredMs: number | null;
  readonly disposedMs: number;
  readonly quantity: bigint;
  readonly proceeds: bigint;
  readonly cost: bigint;
};
export type Coins = {
  readonly sales: readonly Sale[];
  readonly held: ReadonlyMap<
    string,
    { readonly quantity: bigint; readonly cost: bigint; readonly realised: bigint }
  >;
};

const TRADES = ['spot_buy', 'spot_sell', 'spot_fill', 'spot_convert', 'exchange'];

/** Returns the coins' lots up to an instant: in the order of purchase, or as one lot at average cost. */
export function coinsOf(books: Books, toMs: number, method: 'fifo' | 'average'): Coins {
  const lots = new Map<string, Lot[]>();
  const realised = new Map<string, bigint>();
  const stakes = new Map<string, readonly Posting[]>();
  const sales: Sale[] = [];
  for (const journal of books.journals.filter(({ timeMs }) => timeMs < toMs)) {
    const moved = new Map<string, bigint>();
    for (const [key, amount] of changesIn(journal, stakes)) {
      const [group, currency = ''] = key.split(' ');
      if (group !== 'experience') addTo(moved, currency, amount);
    }
    // Sold coins come first, like the smaller of two changes in one journal.
    const coins = [...moved].filter(([currency, amount]) => currency !== 'USDT' && amount !== 0n);
    for (const [currency, amount] of coins.toSorted(([, a], [, b]) => (a < b ? -1 : 1))) {
      const own = lots.get(currency) ?? [];
      lots.set(currency, own);
      const value = tradedFor(books, journal, currency) ?? otherwise(books, journal, { currency, amount });
      if (amount > 0n) {
        const [pool] = own;
        if (method === 'fifo' || pool === undefined)
          own.push({ ms: journal.timeMs, quantity: amount, cost: value });
        else [pool.quantity, pool.cost] = [pool.quantity + amount, pool.cost + value];
        continue;
      }
      const parts = takeFrom(own, -amount);
      if (!TRADES.includes(journal.kind)) continue;
      let [sold, got] = [0n, 0n];
      for (const part of parts) {
        sold += part.quantity;
        const proceeds = (value * sold) / -amount - got;
        got += proceeds;
        addTo(realised, currency, proceeds - part.cost);
        const acquiredMs = method === 'fifo' ? part.ms : null;
        sales.push({ ...part, currency, acquiredMs, disposedMs: journal.timeMs, proceeds });
      }
    }
  }
  const held = [...lots].map(([currency, own]) => {
    const sum = (of: 'quantity' | 'cost'): bigint => own.reduce((total, lot) => total + lot[of], 0n);
    const figures = { quantity: sum('quantity'), cost: sum('cost'), realised: realised.get(currency) ?? 0n };
    return [currency, figures] as const;
  });
  return { sales, held: new Map(held) };
}

function takeFrom(lots: Lot[], wanted: bigint): Lot[] {
  const taken: Lot[] = [];
  for (let missing = wanted; missing > 0n;) {
    const [lot] = lots;
    if (lot === undefined) throw new Error(`expected ${missing} more, found none`);
    const quantity = missing < lot.quantity ? missing : lot.quantity;
    const cost = (lot.cost * quantity) / lot.quantity;
    taken.push({ ms: lot.ms, quantity, cost });
    [lot.quantity, lot.cost] = [lot.quantity - quantity, lot.cost - cost];
    if (lot.quantity === 0n) lots.shift();
    missing -= quantity;
  }
  return taken;
}

/** The amount paid or received for a coin in a trade: USDT of the journal, or of two coins the value of the leg and its fee. */
function tradedFor(books: Books, journal: Journal, currency: string): bigint | undefined {
  if (!TRADES.includes(journal.kind)) return undefined;
  const usdt = ownUsdt(journal);
  // A conversion may return a remainder in USDT, which is not the price.
  if (usdt !== 0n && journal.kind !== 'spot_convert') return usdt < 0n ? -usdt : usdt;
  const legs = books.legs.get(journal.seq) ?? [];
  if (journal.kind === 'exchange') {
    const sold = legs.find(({ side }) => side === 'sell');
    return sold === undefined ? undefined : valueOf(sold) - up(valueOf(sold) * sold.feeRate, ONE);
  }
  const leg = legs.find(({ symbol }) => symbol === `${currency}/USDT`);
  if (leg === undefined) return undefined;
  const fee = up(valueOf(leg) * leg.feeRate, ONE);
  return leg.side === 'buy' ? valueOf(leg) + fee : valueOf(leg) - fee;
}

/** Values a coin that was received or given without a trade at its price before that minute. */
function otherwise(
  books: Books,
  journal: Journal,
  moved: { readonly currency: string; readonly amount: bigint },
): bigint {
  const minuteMs = Math.floor(journal.timeMs / 60_000) * 60_000;
  const bid = books.bidBefore(`${moved.currency}/USDT`, minuteMs) ?? 0n;
  return ((moved.amount < 0n ? -moved.amount : moved.amount) * bid) / ONE;
}

/**
 * Results other than those of coins, by "section name": for leverage, the accounts' gains or losses from it; for the fund
 * and other income, the amounts received. A ticket counts with its agreed values.
 */
export function resultsOf(
  books: Books,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Money {
  const net: Money = new Map();
  for (const journal of books.journals.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)) {
    const { kind, ref } = journal;
    const position = books.positions.get(books.debts.get(ref) ?? ref);
    const ticket = books.tickets.get(ref);
    if (
      position !== undefined &&
      !position.ofCredit &&
      /^(contract_(open|fill|close)|debt_payment)$/.test(kind)
    )
      addTo(net, `leverage ${position.symbol}`, ownUsdt(journal));
    else if (ticket !== undefined && !ticket.ofCredit && (kind === 'option_win' || kind === 'option_loss'))
      addTo(net, `options ${ticket.symbol}`, kind === 'option_win' ? ticket.profitUsdt : -ticket.stakeUsdt);
    else if (kind === 'fund_income' || kind === 'fund_terminate') addTo(net, 'fund fund', ownUsdt(journal));
    else if (kind === 'referral_pay') addTo(net, `other ${kind}`, ownUsdt(journal));
    else if (kind === 'experience_convert')
      addTo(net, `other ${kind}`, journal.postings.find(({ account }) => account === 'spot')?.amount ?? 0n);
  }
  return net;
}
