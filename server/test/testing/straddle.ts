/**
 * Two accounts of one person that hold both sides of an instrument with the highest leverage. Neither ever loses more than a
 * margin, so the house covers the loss of a jump beyond the margin. The domain decides which positions are liquidated, at which
 * entry and with which result.
 */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { closeOutPrice } from '@candor/domain/trading/close-out.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import { contractQuantityForBudget, openingCost } from '@candor/domain/trading/contract.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { BotTape } from './bot-markets.ts';

const BUDGET = amount('10000');
/** Liquidation is checked entry by entry. A pair that is not liquidated within this time is closed manually. */
const HELD_MS = 6 * 3_600_000;

type Leg = {
  readonly side: 'long' | 'short';
  readonly paid: bigint;
  readonly closesAt: bigint | null;
  readonly worthAt: (entry: TapeEntry) => bigint;
};

/** The results of successive pairs on a tape, per 20,000 staked. */
export function straddles({ entries, instrument }: Pick<BotTape, 'entries' | 'instrument'>): number[] {
  const brought: number[] = [];
  let at = 0;
  while (at + 1 < entries.length) {
    const opened = entries[at]!;
    const legs = (['long', 'short'] as const).map((side) => openLeg(instrument, side, opened));
    let closed = at + 1;
    while (closed + 1 < entries.length && !isOver(legs, opened, entries[closed]!)) closed += 1;
    const end = entries[closed]!;
    // Once one position is liquidated, the other is closed at the same entry, because from then on it would be an ordinary bet.
    const got = legs.reduce((sum, leg) => sum + leg.worthAt(end) - leg.paid, 0n);
    brought.push(Number(formatAmount(got)));
    at = closed + 1;
  }
  return brought;
}

function isOver(legs: readonly Leg[], opened: TapeEntry, entry: TapeEntry): boolean {
  if (entry.timeMs - opened.timeMs >= HELD_MS) return true;
  return legs.some(({ side, closesAt }) => {
    if (closesAt === null) return false;
    return side === 'long' ? entry.bid <= closesAt : entry.ask >= closesAt;
  });
}

function openLeg(instrument: ContractInstrument, side: 'long' | 'short', opened: TapeEntry): Leg {
  const leverage = Math.max(...instrument.leverages);
  const price = side === 'long' ? opened.ask : opened.bid;
  const asked = { price, rate: ONE, leverage } as const;
  const most = contractQuantityForBudget(instrument, { ...asked, amount: BUDGET });
  const quantity = most < instrument.contractMax ? most : instrument.contractMax;
  const { margin, total } = openingCost(instrument, { ...asked, quantity });
  const exposure = { side, quantity, entryPrice: price, rate: ONE, margin, financing: 0n } as const;
  const position = { ...exposure, initialMargin: margin };
  return {
    side,
    paid: total,
    closesAt: closeOutPrice(instrument, position),
    worthAt: ({ bid, ask }) => {
      const at = side === 'long' ? bid : ask;
      const { returned, gained } = closePosition(instrument, position, { quantity, price: at }).settlement;
      return returned + gained;
    },
  };
}
