/** The costs and limits of contracts: leverage choices, fees, financing, steps. */
import type { ContractTerms, InstrumentKind } from '@candor/domain/market/instrument.ts';
import { amount, ONE } from '@candor/domain/money/amount.ts';

const CONTRACT_FEE_RATE = amount('0.0005');

/**
 * Leverage choices, and financing per day: 0.0003 is about 11% a year. A long position borrows its purchase price, so it costs
 * more than a short one. Financing is never paid to the customer.
 */
const CONTRACT_RATES: Readonly<
  Record<
    InstrumentKind,
    Pick<ContractTerms, 'contractFeeRate' | 'financingLongRate' | 'financingShortRate' | 'leverages'>
  >
> = {
  crypto: {
    contractFeeRate: CONTRACT_FEE_RATE,
    financingLongRate: amount('0.0003'),
    financingShortRate: amount('0.0001'),
    leverages: [2, 5, 10, 20, 50, 100],
  },
  forex: {
    contractFeeRate: CONTRACT_FEE_RATE,
    financingLongRate: amount('0.00007'),
    financingShortRate: amount('0.00005'),
    leverages: [10, 20, 50, 100, 200],
  },
  metal: {
    contractFeeRate: CONTRACT_FEE_RATE,
    financingLongRate: amount('0.0001'),
    financingShortRate: amount('0.00005'),
    leverages: [10, 20, 50, 100],
  },
};

/** Step, minimum and maximum of an order, in coins. */
const cryptoContracts: Readonly<Record<string, readonly [string, string, string]>> = {
  BTC: ['0.001', '0.001', '50'],
  ETH: ['0.01', '0.01', '500'],
  BNB: ['0.01', '0.02', '2000'],
  SOL: ['0.1', '0.1', '10000'],
  XRP: ['1', '10', '1000000'],
  ADA: ['1', '20', '1000000'],
  DOGE: ['10', '50', '5000000'],
  LTC: ['0.01', '0.1', '10000'],
  TRX: ['10', '50', '5000000'],
  LINK: ['0.1', '1', '100000'],
};

/** Returns the terms of a listed coin, with quantities in coins. Throws for any other. */
export function coinTerms(base: string, tick: string): ContractTerms {
  const bounds = cryptoContracts[base];
  if (bounds === undefined) throw new Error(`expected contract terms for ${base}, found none`);
  const [step, min, max] = bounds;
  return {
    ...CONTRACT_RATES.crypto,
    tickSize: amount(tick),
    pipSize: amount(tick),
    contractSize: ONE,
    contractStep: amount(step),
    contractMin: amount(min),
    contractMax: amount(max),
  };
}

/**
 * Returns the terms of an instrument traded in lots: steps of a hundredth of a lot, up to fifty lots. Feeds quote tenths of a
 * pip.
 */
export function lotTerms(options: {
  readonly kind: 'forex' | 'metal';
  readonly tick: string;
  /** Units of the base currency in a lot. */
  readonly lot: string;
}): ContractTerms {
  return {
    ...CONTRACT_RATES[options.kind],
    tickSize: amount(options.tick),
    pipSize: 10n * amount(options.tick),
    contractSize: amount(options.lot),
    contractStep: amount('0.01'),
    contractMin: amount('0.01'),
    contractMax: amount('50'),
  };
}
