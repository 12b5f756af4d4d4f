/**
 * Levels that historical prices meet exactly. A random level is hardly ever met exactly, so a rule that gives such a tie to
 * the house, or a distance that is off by one unit, would otherwise change no outcome.
 */
import type { Amount } from '@candor/domain/money/amount.ts';

/** The current price, and the following ones in order. */
export type Coming = { readonly at: Amount; readonly next: readonly Amount[] };

/** The level nearest to the wanted one, on its side of the price, that a price meets exactly before any price passes it. */
export function levelMet(wanted: Amount, { at, next }: Coming): Amount {
  const isAbove = wanted > at;
  const met: Amount[] = [];
  let furthest = at;
  for (const price of next) {
    if (isAbove ? price <= furthest : price >= furthest) continue;
    furthest = price;
    met.push(price);
  }
  return nearest(wanted, met);
}

/**
 * The distance nearest to the wanted one by which a price retraces exactly from the best one, before any price retraces
 * further.
 */
export function distanceMet(wanted: Amount, { at, next }: Coming, side: 'buy' | 'sell'): Amount {
  const met: Amount[] = [];
  let best = at;
  let furthest = 0n;
  for (const price of next) {
    if (side === 'sell' ? price > best : price < best) best = price;
    const back = side === 'sell' ? best - price : price - best;
    if (back <= furthest) continue;
    furthest = back;
    met.push(back);
  }
  return nearest(wanted, met);
}

function nearest(wanted: Amount, among: readonly Amount[]): Amount {
  const away = (one: Amount): Amount => (one > wanted ? one - wanted : wanted - one);
  let found: Amount | undefined;
  for (const one of among) if (found === undefined || away(one) < away(found)) found = one;
  return found ?? wanted;
}
