/** Splits the conversion rates into those published on a tape and those at par, which are not published. Pure. */
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
  /** The currencies with a fixed rate of one USDT. */
  readonly atPar: readonly string[];
};

/** USDT is left out, because its rate is one by definition. */
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
