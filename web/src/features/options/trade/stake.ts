/** The possible stakes: currencies, their formats, and preset amounts. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { roundUpToTwoDigits } from '../../../lib/top-up.ts';

export type Payable = CallOutput<'GET microtrade/payable_currencies'>[number];
export const optionCurrencies = ['USDT', 'BTC', 'ETH', 'EXPERIENCE'] as const satisfies Payable['currency'][];
export type OptionCurrency = (typeof optionCurrencies)[number];

/** The unit displayed after a figure; credit is counted in USDT. */
export function unitOf(currency: OptionCurrency): string {
  return currency === 'EXPERIENCE' ? 'USDT' : currency;
}

export function stakeDecimals(currency: OptionCurrency): number {
  return unitOf(currency) === 'USDT' ? 2 : 8;
}

/** The presets are deliberately small; larger stakes must be typed. */
const usdtQuick = ['10', '25', '50', '100'];
/** The presets in a coin, as multiples of the minimum stake, which isn't a round figure. */
const coinSteps = [100n, 250n, 500n, 1000n];

/** Returns the preset stakes, or none in a coin while its minimum stake is unknown. */
export function quickStakes(currency: OptionCurrency, min: string | null | undefined): readonly string[] {
  if (unitOf(currency) === 'USDT') return usdtQuick;
  if (min === null || min === undefined) return [];
  const least = amount(min);
  return coinSteps.map((step) => formatAmount(roundUpToTwoDigits((least * step) / 100n)));
}

/** The choices with which a ticket is bought again. */
export type Again = {
  readonly side: 'up' | 'down';
  readonly seconds: number;
  readonly stake: string;
  readonly currency: OptionCurrency;
};

/** Parses these choices from a link, or returns undefined if the link contains none. */
export function againOf(params: {
  readonly [Name in keyof Again]: string | undefined;
}): Again | undefined {
  const { side, seconds, stake, currency } = params;
  const known = optionCurrencies.find((one) => one === currency);
  if ((side !== 'up' && side !== 'down') || known === undefined || stake === undefined) return undefined;
  return { side, seconds: Number.parseInt(seconds ?? '0', 10), stake, currency: known };
}
