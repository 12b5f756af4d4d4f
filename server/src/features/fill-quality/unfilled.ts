/**
 * Orders that ended without a fill, compared with the price a minute later. A platform that drops the orders that would have
 * profited its customers shows more price moves in one direction.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { unfilledOutcomes } from '@candor/domain/trading/unfilled.ts';
import type { LaterPrice, UnfilledCount, UnfilledOrder } from '@candor/domain/trading/unfilled.ts';
import type { Pool } from '../../db/pool.ts';

const LATER_MS = 60_000;
const PLACES_AT_ONCE = 1000;

/**
 * Compares, for each order, the bid and ask at the entry at which it ended with those of the first quote at least a minute later.
 */
export async function unfilledRows(pool: Pool, orders: readonly UnfilledOrder[]): Promise<UnfilledCount[]> {
  const places = new Map<string, { symbol: string; ended: bigint }>();
  for (const { symbol, ended } of orders)
    if (ended !== null) places.set(`${symbol} ${ended}`, { symbol, ended });
  const prices = new Map<string, LaterPrice>();
  const asked = [...places.values()];
  for (let from = 0; from < asked.length; from += PLACES_AT_ONCE) {
    // Reads in parts, to limit the length of a statement.
    // oxlint-disable-next-line no-await-in-loop
    for (const [key, price] of await readPrices(pool, asked.slice(from, from + PLACES_AT_ONCE)))
      prices.set(key, price);
  }
  return unfilledOutcomes(orders, ({ symbol, ended }) => prices.get(`${symbol} ${ended}`));
}

type PriceRow = {
  symbol: string;
  seq: string;
  bid: string;
  ask: string;
  later_bid: string | null;
  later_ask: string | null;
};

/** Finds the later quote through its minute, because the tape has no index by time. */
async function readPrices(
  pool: Pool,
  places: readonly { readonly symbol: string; readonly ended: bigint }[],
): Promise<(readonly [string, LaterPrice])[]> {
  const { rows } = await pool.query<PriceRow>({
    name: 'prices-after-unfilled',
    text: `select t.symbol, t.seq, t.bid, t.ask, later.bid as later_bid, later.ask as later_ask
      from unnest($1::text[], $2::bigint[]) as u (symbol, seq)
        join tape t on t.symbol = u.symbol and t.seq = u.seq and not t.gap
        left join lateral (select m.first_seq from tape_minute m
          where m.symbol = t.symbol and m.minute_ms >= (t.time_ms + ${LATER_MS}) / 60000 * 60000 order by m.minute_ms limit 1) minute on true
        left join lateral (select l.bid, l.ask from tape l
          where l.symbol = t.symbol and l.seq >= minute.first_seq and l.time_ms >= t.time_ms + ${LATER_MS} and not l.gap
          order by l.seq limit 1) later on true`,
    values: [places.map(({ symbol }) => symbol), places.map(({ ended }) => String(ended))],
  });
  return rows.map(({ symbol, seq, bid, ask, later_bid: laterBid, later_ask: laterAsk }) => [
    `${symbol} ${seq}`,
    {
      ...{ bid: fromNumeric(bid), ask: fromNumeric(ask) },
      later:
        laterBid === null || laterAsk === null
          ? null
          : { bid: fromNumeric(laterBid), ask: fromNumeric(laterAsk) },
    },
  ]);
}
