/**
 * Lists the instruments: tradable symbols, their limits, and the parameters of the simulated market (starting price, yearly
 * volatility, correlations).
 */
import type { JumpBand } from '@candor/domain/market/guard.ts';
import type { ContractInstrument, InstrumentKind } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Factored } from '@candor/domain/trading/cover.ts';
import { coinTerms, lotTerms } from './contract-terms.ts';

type BehaviourOfAny = {
  /** The starting price of the simulation. It is a number of the model, not an amount of money. */
  readonly startPrice: number;
  /** Units of the base currency traded in an average minute. */
  readonly minuteVolume: number;
};

/**
 * The parameters of a simulated price that moves independently, by an individual component and by components shared with other
 * prices.
 */
export type Walk = BehaviourOfAny & {
  /** The standard deviation of a year's return: 0.6 is sixty per cent. */
  readonly yearlyVolatility: number;
  /** The correlation with each shared factor. The squares sum to at most one. */
  readonly loads: Readonly<Partial<Record<Factor, number>>>;
};

/** A rate derived from two others, so that no cycle of the three rates allows arbitrage. */
export type Cross = BehaviourOfAny & {
  readonly legs: readonly [string, string];
  /** Whether the rate is the first leg divided by the second, or their product. */
  readonly of: 'ratio' | 'product';
};

export type Factor = 'crypto' | 'dollar';

export type Listing = {
  readonly instrument: ContractInstrument;
  /** The spread between bid and ask that is assumed if a feed gives only one price. */
  readonly spread: Amount;
  readonly jumpBand: JumpBand;
  readonly behaviour: Walk | Cross;
};

const SPOT_FEE_RATE = amount('0.001');

/**
 * The bands are wide enough for real moves and narrow enough to catch a shifted decimal point. Sterling fell by nine per cent
 * between two quotes on 7 October 2016. Bitcoin halved within a day in January 2015, and on 15 April 2017 it traded at both
 * 0.06 and 1,190. A band widens over hours without a quote, which admits such moves.
 */
const JUMP_BANDS: Readonly<Record<InstrumentKind, JumpBand>> = {
  crypto: { instantFactor: 2, everFactor: 25_000 },
  forex: { instantFactor: 1.15, everFactor: 1.5 },
  metal: { instantFactor: 1.2, everFactor: 1.6 },
};

/** The columns are tick, step, minimum, maximum, spread, start price, yearly volatility, crypto load, units per minute. */
type CryptoRow = readonly [string, string, string, string, string, number, number, number, number];

const cryptoRows: Readonly<Record<string, CryptoRow>> = {
  BTC: ['0.01', '0.00001', '0.0001', '100', '0.02', 64250, 0.5, 0.92, 14],
  ETH: ['0.01', '0.0001', '0.001', '1000', '0.02', 3120, 0.65, 0.86, 190],
  BNB: ['0.01', '0.001', '0.01', '5000', '0.04', 585, 0.55, 0.75, 110],
  SOL: ['0.01', '0.001', '0.01', '20000', '0.02', 148.5, 0.85, 0.76, 1800],
  XRP: ['0.0001', '0.1', '1', '2000000', '0.0002', 0.5825, 0.8, 0.66, 220000],
  ADA: ['0.0001', '0.1', '1', '2000000', '0.0002', 0.431, 0.8, 0.7, 150000],
  DOGE: ['0.00001', '1', '10', '10000000', '0.00002', 0.1245, 0.95, 0.68, 900000],
  LTC: ['0.01', '0.001', '0.01', '20000', '0.02', 72.4, 0.7, 0.74, 900],
  TRX: ['0.0001', '1', '10', '10000000', '0.0001', 0.1365, 0.5, 0.48, 400000],
  LINK: ['0.001', '0.01', '0.1', '200000', '0.002', 13.85, 0.85, 0.72, 4000],
};

/** The columns are tick, spread, start price, yearly volatility, factor loads. */
type RateRow = readonly [string, string, number, number, Walk['loads']];

const forexRows: Readonly<Record<string, RateRow>> = {
  'EUR/USD': ['0.00001', '0.00008', 1.0845, 0.072, { dollar: 0.86 }],
  'GBP/USD': ['0.00001', '0.00012', 1.268, 0.08, { dollar: 0.78 }],
  'USD/JPY': ['0.001', '0.009', 151.25, 0.092, { dollar: -0.6 }],
  'AUD/USD': ['0.00001', '0.00010', 0.6562, 0.1, { dollar: 0.72 }],
  'USD/CHF': ['0.00001', '0.00013', 0.8914, 0.075, { dollar: -0.82 }],
  'USD/CAD': ['0.00001', '0.00013', 1.3625, 0.062, { dollar: -0.68 }],
  'NZD/USD': ['0.00001', '0.00014', 0.6018, 0.102, { dollar: 0.7 }],
};

/** The columns are tick, spread, first leg, relation to the legs, second leg. */
type CrossRow = readonly [string, string, string, Cross['of'], string];

const crossRows: Readonly<Record<string, CrossRow>> = {
  'EUR/GBP': ['0.00001', '0.00012', 'EUR/USD', 'ratio', 'GBP/USD'],
  'EUR/JPY': ['0.001', '0.014', 'EUR/USD', 'product', 'USD/JPY'],
  'GBP/JPY': ['0.001', '0.019', 'GBP/USD', 'product', 'USD/JPY'],
};

function cryptoListing(base: string, row: CryptoRow): Listing {
  const [tick, step, min, max, spread, price, yearlyVolatility, load, minuteVolume] = row;
  return {
    instrument: {
      symbol: `${base}/USDT`,
      kind: 'crypto',
      base,
      quote: 'USDT',
      ...coinTerms(base, tick),
      quantityStep: amount(step),
      quantityMin: amount(min),
      quantityMax: amount(max),
      spotFeeRate: SPOT_FEE_RATE,
      spot: true,
      calendar: 'always',
    },
    spread: amount(spread),
    jumpBand: JUMP_BANDS.crypto,
    behaviour: { startPrice: price, yearlyVolatility, loads: { crypto: load }, minuteVolume },
  };
}

type RateOptions = {
  readonly kind: 'forex' | 'metal';
  /** Units of the base currency in a lot. */
  readonly lot: string;
  readonly step: string;
  readonly max: string;
  readonly minuteVolume: number;
};

function rateListing(symbol: string, row: RateRow, options: RateOptions): Listing {
  const [tick, spread, startPrice, yearlyVolatility, loads] = row;
  const { minuteVolume } = options;
  const behaviour: Walk = { startPrice, yearlyVolatility, loads, minuteVolume };
  return listed(symbol, { ...options, tick, spread, behaviour });
}

function crossListing(symbol: string, row: CrossRow, options: RateOptions): Listing {
  const [tick, spread, first, of, second] = row;
  const [one, other] = [forexRows[first]?.[2], forexRows[second]?.[2]];
  if (one === undefined || other === undefined) throw new Error(`expected the legs of ${symbol}, found none`);
  const startPrice = crossPrice(of, one, other);
  const { minuteVolume } = options;
  return listed(symbol, {
    ...options,
    tick,
    spread,
    behaviour: { startPrice, legs: [first, second], of, minuteVolume },
  });
}

/** Computes a cross rate from its two legs, as a number of the model. */
export function crossPrice(of: Cross['of'], first: number, second: number): number {
  return of === 'ratio' ? first / second : first * second;
}

type Listed = RateOptions & {
  readonly tick: string;
  readonly spread: string;
  readonly behaviour: Listing['behaviour'];
};

function listed(symbol: string, options: Listed): Listing {
  return {
    instrument: {
      symbol,
      kind: options.kind,
      base: symbol.slice(0, 3),
      quote: symbol.slice(4),
      ...lotTerms(options),
      quantityStep: amount(options.step),
      quantityMin: amount(options.step),
      quantityMax: amount(options.max),
      spotFeeRate: 0n,
      spot: false,
      calendar: options.kind,
    },
    spread: amount(options.spread),
    jumpBand: JUMP_BANDS[options.kind],
    behaviour: options.behaviour,
  };
}

/** The step is a hundredth of a lot. A lot is 100,000 units of a currency, 100 ounces of gold or 5,000 ounces of silver. */
const forexOptions: RateOptions = {
  kind: 'forex',
  lot: '100000',
  step: '1000',
  max: '5000000',
  minuteVolume: 6_000_000,
};
const goldRow: RateRow = ['0.01', '0.30', 2338.5, 0.15, { dollar: 0.45 }];
const silverRow: RateRow = ['0.001', '0.020', 29.45, 0.28, { dollar: 0.42 }];

/** Every instrument, in the order in which lists show it. */
export const catalogue: readonly Listing[] = [
  ...Object.entries(cryptoRows).map(([base, row]) => cryptoListing(base, row)),
  ...Object.entries(forexRows).map(([symbol, row]) => rateListing(symbol, row, forexOptions)),
  ...Object.entries(crossRows).map(([symbol, row]) => crossListing(symbol, row, forexOptions)),
  rateListing('XAU/USD', goldRow, { kind: 'metal', lot: '100', step: '1', max: '5000', minuteVolume: 900 }),
  rateListing('XAG/USD', silverRow, {
    kind: 'metal',
    lot: '5000',
    step: '50',
    max: '250000',
    minuteVolume: 30_000,
  }),
];

const bySymbol: ReadonlyMap<string, Listing> = new Map(
  catalogue.map((listing) => [listing.instrument.symbol, listing]),
);

export function listingOf(symbol: string): Listing | undefined {
  return bySymbol.get(symbol);
}

export function instrumentOf(symbol: string): ContractInstrument | undefined {
  return bySymbol.get(symbol)?.instrument;
}

/**
 * Every symbol with the direction in which each shared factor moves it. For a cross, movements shared by both legs cancel out.
 */
export const factoredSymbols: readonly Factored[] = catalogue.map(({ instrument, behaviour }) => ({
  symbol: instrument.symbol,
  factors: Object.entries('loads' in behaviour ? behaviour.loads : {}).map(([factor, load]) => ({
    factor,
    sign: load > 0 ? 1 : -1,
  })),
}));

export const instruments: ReadonlyMap<string, ContractInstrument> = new Map(
  catalogue.map(({ instrument }) => [instrument.symbol, instrument]),
);

/** The coins that customers can hold, in the order in which lists show them. */
export const spotCurrencies: readonly string[] = catalogue
  .filter(({ instrument }) => instrument.spot)
  .map(({ instrument }) => instrument.base);
