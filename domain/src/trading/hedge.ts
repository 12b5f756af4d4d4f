/**
 * The payers of a loss beyond the margin: first the same customer's gains on the other side of the same instrument,
 * then Candor. Of two opposite positions across a gap one gains what the other cannot pay, so a platform that paid all of it
 * would fund a bet that cannot lose. USDT in 10⁻⁸.
 */
import type { Amount } from '../money/amount.ts';

/** The gain of a close on the other side. */
export type Gain = {
  /** The position that gained it, the entry at which it opened, and the one at which it closed. */
  readonly position: string;
  readonly from: string;
  readonly seq: string;
  readonly amount: Amount;
};

/** An open position of the other side, and what it has gained at the entry of the loss, less what it owes already. */
export type OpenLeg = { readonly position: string; readonly from: bigint; readonly profit: Amount };

/** How much of a gain was used. */
export type Offset = { readonly position: string; readonly seq: string; readonly amount: Amount };

export type Borne = {
  /** Taken back from gains already paid. */
  readonly offset: Amount;
  readonly offsets: readonly Offset[];
  /** Charged to open positions, to be settled with them like financing. */
  readonly charges: readonly { readonly position: string; readonly amount: Amount }[];
};

export const UNBORNE: Borne = { offset: 0n, offsets: [], charges: [] };

/**
 * The payers of a shortfall at an entry on the other side: first the gains of positions closed at that entry or later, oldest
 * first, as far as the customer's available balance goes; then what open positions have gained at that entry. In both cases
 * only positions opened before the entry count, and none pays more than it gained. Candor pays the rest. A charge is based
 * on the gain at the entry, whatever the price does afterwards: otherwise the position would be a free bet on a further move.
 */
export function shortfallBorne(
  shortfall: Amount,
  at: {
    readonly seq: bigint;
    readonly gains: readonly Gain[];
    readonly free: Amount;
    readonly open: readonly OpenLeg[];
  },
): Borne {
  const back: Offset[] = [];
  let left = shortfall;
  let { free } = at;
  for (const { position, from, seq, amount } of at.gains) {
    if (BigInt(from) >= at.seq || BigInt(seq) < at.seq) continue;
    const taken = least(amount, left, free);
    if (taken <= 0n) continue;
    back.push({ position, seq, amount: taken });
    left -= taken;
    free -= taken;
  }
  const offset = shortfall - left;
  const charges = at.open.flatMap(({ position, from, profit }) => {
    const charged = from < at.seq ? least(profit, left) : 0n;
    if (charged <= 0n) return [];
    left -= charged;
    return [{ position, amount: charged }];
  });
  return { offset, offsets: back, charges };
}

/** Gains less the amounts used. */
export function withoutUsed(gains: readonly Gain[], offsets: readonly Offset[]): Gain[] {
  return gains.flatMap((gain) => {
    const used = offsets.filter(({ position, seq }) => position === gain.position && seq === gain.seq);
    const amount = used.reduce((rest, offset) => rest - offset.amount, gain.amount);
    return amount > 0n ? [{ ...gain, amount }] : [];
  });
}

/** Adds a gain as the newest, merged with an existing one of the same position and entry. */
export function withGain(gains: readonly Gain[], one: Gain): Gain[] {
  const isSame = ({ position, seq }: Gain): boolean => position === one.position && seq === one.seq;
  const before = gains.filter(isSame).reduce((sum, { amount }) => sum + amount, 0n);
  return [...gains.filter((old) => !isSame(old)), { ...one, amount: before + one.amount }];
}

function least(...amounts: readonly Amount[]): Amount {
  return amounts.reduce((smallest, one) => (one < smallest ? one : smallest));
}
