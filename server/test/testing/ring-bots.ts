/**
 * Rings of accounts of one person who invite one another and hold opposite sides, so that they only pay fees and other trading
 * costs: with their own money alone, and with each account's credit.
 */
import type { CreditBot } from './credit-bots.ts';
import { LEVERAGE, creditLong, free, other } from './credit-bots.ts';
import type { Trader } from './credit-floor.ts';

const USDT = 20_000;
/** The fraction of the credit used as margin for a position that is opened and closed at the same entry. */
const BURNED = 0.8;
const BURNING_LEVERAGE = 100;

/** The pairs of a ring: the account that takes a side, and the account that takes the opposite side. */
function pairsOf(ring: readonly Trader[]): (readonly [Trader, Trader])[] {
  return ring.flatMap((one, at): [Trader, Trader][] => {
    const mate = ring[at + 1];
    return at % 2 === 0 && mate !== undefined ? [[one, mate]] : [];
  });
}

const closeAll = async (ring: readonly Trader[]): Promise<void> => {
  for (const trader of ring) await trader.close();
};

async function hedged(ring: readonly Trader[], side: 1 | -1): Promise<void> {
  const order = { coin: 'BTC/USDT', usdt: USDT, leverage: LEVERAGE, of: 'contract' } as const;
  for (const [one, mate] of pairsOf(ring)) {
    await one.position({ ...order, side });
    await mate.position({ ...order, side: other(side) });
  }
}

export const RING_BOTS: readonly CreditBot[] = [
  {
    name: 'a ring that holds both sides with its own money',
    accounts: 4,
    act: async (ring, { step, side }) => {
      await closeAll(ring);
      if (step % 2 === 0) await hedged(ring, side);
    },
  },
  {
    name: 'a ring that holds both sides, one on credit',
    accounts: 4,
    act: async (ring, { step, side }) => {
      await closeAll(ring);
      if (step % 2 === 1) return;
      const hedge = { coin: 'BTC/USDT', side: other(side), leverage: LEVERAGE, of: 'contract' } as const;
      for (const [one, mate] of pairsOf(ring)) {
        const usdt = await creditLong(one, side);
        if (usdt > 0) await mate.position({ ...hedge, usdt });
      }
    },
  },
  {
    name: 'a ring that burns its credit on fees',
    accounts: 4,
    act: async (ring, { side }) => {
      for (const trader of ring) {
        const usdt = (await free(trader)) * BURNED * BURNING_LEVERAGE;
        if (usdt < BURNING_LEVERAGE) continue;
        const order = { coin: 'BTC/USDT', usdt, leverage: BURNING_LEVERAGE, of: 'promo' } as const;
        await trader.position({ ...order, side });
        await trader.close();
      }
    },
  },
  {
    name: 'a ring that pays fees on both sides, then buys options on credit and converts what was won',
    accounts: 4,
    act: async (ring, { step, side }) => {
      if (step < 5) {
        await hedged(ring, side);
        return closeAll(ring);
      }
      for (const trader of ring) {
        await trader.convert();
        const stake = Math.floor((await free(trader)) / 2);
        if (step % 2 === 0 && stake >= 12)
          await trader.ticket({ coin: 'ETH/USDT', side, stake: stake.toString(), of: 'promo' });
      }
    },
  },
];
