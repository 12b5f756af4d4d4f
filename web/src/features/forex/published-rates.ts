/** Which of the conversion rates are published on a tape, and which count as one and need none. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type Rate = CallOutput<'GET lh/wh_bzhl_list'>[number];

export type PublishedRate = {
  readonly currency: string;
  readonly rate: string;
  readonly symbol: string;
  readonly seq: number;
  readonly timeSeconds: number;
};

export type Rates = {
  readonly published: readonly PublishedRate[];
  /** Currencies of which one unit counts as one USDT. */
  readonly atPar: readonly string[];
};

/** USDT itself is left out: that it is worth itself needs no saying. */
export function ratesOf(rates: readonly Rate[]): Rates {
  return {
    published: rates.flatMap(({ currency, rate, symbol, seq, time }) =>
      symbol === null || seq === null || time === null
        ? []
        : [{ currency, rate, symbol, seq, timeSeconds: time }],
    ),
    atPar: rates
      .filter(({ symbol, currency }) => symbol === null && currency !== 'USDT')
      .map(({ currency }) => currency),
  };
}
