/**
 * Strategies that turn granted experience credit into money: with the opposite side on the bot's own money, in another coin, as
 * an option, on a friend's account, or by paying fees first. Each bot trades on the side that it is given.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Trader } from './credit-floor.ts';

/** A bot's action at a step of the market. At odd steps, it closes the positions opened at even ones. */
export type Round = { readonly step: number; readonly side: 1 | -1 };
export type CreditBot = {
  readonly name: string;
  readonly accounts: 1 | 2 | 4;
  act(accounts: readonly Trader[], round: Round): Promise<void>;
};

/** With more leverage, a step of this market would exceed an entire margin, which no step of the real market does. */
export const LEVERAGE = 20;
/** The fraction of the credit that is used. The rest is for fees. */
const USED = 0.85;
const LEAST = 12;

export const free = async (trader: Trader): Promise<number> => Number(formatAmount(await trader.credit()));
/** How much ether moves for each dollar of bitcoin exposure. */
const ETHER_A_BITCOIN = (0.5 * 0.92) / (0.65 * 0.86);

export async function creditLong(trader: Trader, side: 1 | -1): Promise<number> {
  const usdt = (await free(trader)) * USED * LEVERAGE;
  if (usdt < LEAST * LEVERAGE) return 0;
  return (await trader.position({ coin: 'BTC/USDT', side, usdt, leverage: LEVERAGE, of: 'promo' }))
    ? usdt
    : 0;
}

export const other = (side: 1 | -1): 1 | -1 => (side === 1 ? -1 : 1);

export const CREDIT_BOTS: readonly CreditBot[] = [
  {
    name: 'a coin on credit, another the other way without credit',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined) return;
      if (step % 2 === 1) return trader.close();
      if (step % 2 !== 0) return;
      const usdt = await creditLong(trader, side);
      if (usdt === 0) return;
      const hedge = { coin: 'ETH/USDT', side: other(side), leverage: LEVERAGE, of: 'contract' } as const;
      await trader.position({ ...hedge, usdt: usdt * ETHER_A_BITCOIN });
    },
  },
  {
    name: 'a coin on credit, options the other way without credit',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined) return;
      if (step % 2 === 1) return trader.close();
      if (step % 2 !== 0 || (await creditLong(trader, side)) === 0) return;
      await trader.ticket({ coin: 'BTC/USDT', side: other(side), stake: '40', of: 'option' });
    },
  },
  {
    name: 'an option on credit, the other way on another coin without credit',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined || step % 2 !== 0) return;
      const stake = Math.floor((await free(trader)) / 2).toString();
      if (Number(stake) < LEAST) return;
      await trader.ticket({ coin: 'BTC/USDT', side, stake, of: 'promo' });
      await trader.ticket({ coin: 'ETH/USDT', side: other(side), stake, of: 'option' });
    },
  },
  {
    name: 'a coin on credit, the same the other way at a friend’s account',
    accounts: 2,
    act: async ([trader, friend], { step, side }) => {
      if (trader === undefined || friend === undefined) return;
      if (step % 2 === 1) {
        await trader.close();
        return friend.close();
      }
      if (step % 2 !== 0) return;
      const usdt = await creditLong(trader, side);
      const hedge = { coin: 'BTC/USDT', side: other(side), leverage: LEVERAGE, of: 'contract' } as const;
      if (usdt > 0) await friend.position({ ...hedge, usdt });
    },
  },
  {
    name: 'options on credit alone, converting what was won',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined || step % 2 !== 0) return;
      const stake = Math.floor(await free(trader)).toString();
      await trader.convert();
      if (Number(stake) >= LEAST) await trader.ticket({ coin: 'BTC/USDT', side, stake, of: 'promo' });
    },
  },
  {
    name: 'fees first, then options on credit, converting what was won',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined) return;
      if (step < 5) {
        const pays = { coin: 'BTC/USDT', side, leverage: LEVERAGE, usdt: 20_000, of: 'contract' } as const;
        await trader.position(pays);
        return trader.close();
      }
      await trader.convert();
      if (step % 2 !== 0) return;
      const stake = Math.floor((await free(trader)) / 2);
      if (stake >= LEAST)
        await trader.ticket({ coin: 'BTC/USDT', side, stake: stake.toString(), of: 'promo' });
    },
  },
  {
    name: 'small options on credit until it is turned over, next to a few without credit',
    accounts: 1,
    act: async ([trader], { step, side }) => {
      if (trader === undefined) return;
      await trader.convert();
      const credit = await trader.credit();
      for (let bought = 0; bought < 2 && credit >= amount('22'); bought += 1) {
        await trader.ticket({ coin: 'ETH/USDT', side, stake: '11', of: 'promo' });
      }
      if (step % 8 === 0) await trader.ticket({ coin: 'BTC/USDT', side, stake: '25', of: 'option' });
    },
  },
];
