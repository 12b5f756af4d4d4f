/**
 * The payers of a loss beyond the margin: first the same customer's gains on the opposite side of the instrument, then Candor.
 * Across a price gap, one of two opposite positions gains the amount that the other one cannot pay, so a customer with both
 * could not lose if Candor paid all of it. In USDT with eight decimals.
 */
import type { Amount } from '../money/amount.ts';

/** A gain from a closing on the opposite side. */
export type Gain = {
  /** The position that made the gain, the entry at which it opened, and the one at which it closed. */
  readonly position: string;
  readonly from: string;
  readonly seq: string;
  readonly amount: Amount;
};

/** An open position on the opposite side, and its gain at the entry of the loss, minus the charges that it already owes. */
export type OpenLeg = { readonly position: string; readonly from: bigint; readonly profit: Amount };

/** The part of a gain that was used. */
export type Offset = { readonly position: string; readonly seq: string; readonly amount: Amount };

export type Borne = {
  /** The amounts taken back from gains that were already paid. */
  readonly offset: Amount;
  readonly offsets: readonly Offset[];
  /** The amounts charged to open positions and settled with them, like financing. */
  readonly charges: readonly { readonly position: string; readonly amount: Amount }[];
};

export const UNBORNE: Borne = { offset: 0n, offsets: [], charges: [] };

/**
 * Divides a shortfall at an entry. First, gains of positions on the opposite side that closed at that entry or later are used,
 * oldest first, up to the customer's available balance; then the gains of open positions at that entry. In both cases, only
 * positions opened before the entry are charged, and none pays more than it gained. Candor pays the rest. A charge is based on
 * the gain at the entry, regardless of later prices; otherwise the position would be a free bet on a further move.
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

/** Returns the gains minus the used amounts. */
export function withoutUsed(gains: readonly Gain[], offsets: readonly Offset[]): Gain[] {
  return gains.flatMap((gain) => {
    const used = offsets.filter(({ position, seq }) => position === gain.position && seq === gain.seq);
    const amount = used.reduce((rest, offset) => rest - offset.amount, gain.amount);
    return amount > 0n ? [{ ...gain, amount }] : [];
  });
}

/** Adds a gain as the newest one, merged with an existing gain of the same position and entry. */
export function withGain(gains: readonly Gain[], one: Gain): Gain[] {
  const isSame = ({ position, seq }: Gain): boolean => position === one.position && seq === one.seq;
  const before = gains.filter(isSame).reduce((sum, { amount }) => sum + amount, 0n);
  return [...gains.filter((old) => !isSame(old)), { ...one, amount: before + one.amount }];
}

function least(...amounts: readonly Amount[]): Amount {
  return amounts.reduce((smallest, one) => (one < smallest ? one : smallest));
}
