/**
 * What counts before anything was published: the terms of a new house, by subject. Every figure can be published anew with a
 * version and an instant from which it counts (`terms.ts`); what was agreed before keeps the terms it was agreed under.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { chains, wireCurrencies } from '@candor/protocol/networks.ts';
import { figuresOf } from './instrument-terms.ts';

/** Figures by name: decimals as text, and whether something is open. */
export type TermsBody = Readonly<Record<string, string | boolean>>;

const DEPOSIT: Readonly<Record<string, TermsBody>> = {
  USDT: { min: '10', max: '1000000', two_from: '10000' },
  BTC: { min: '0.0002', max: '50', two_from: '0.15' },
  ETH: { min: '0.005', max: '1000', two_from: '3' },
  USD: { min: '50', max: '500000', two_from: '10000' },
  EUR: { min: '50', max: '500000', two_from: '9000' },
  GBP: { min: '50', max: '500000', two_from: '8000' },
};

const FEE_RATE = '0.001';
const WITHDRAWAL: Readonly<Record<string, TermsBody>> = {
  USDT: { open: true, min: '30', max: '200000', day_max: '500000', fee_rate: FEE_RATE, two_from: '10000' },
  BTC: { open: true, min: '0.0005', max: '3', day_max: '8', fee_rate: FEE_RATE, two_from: '0.15' },
  ETH: { open: true, min: '0.01', max: '60', day_max: '160', fee_rate: FEE_RATE, two_from: '3' },
};

const deposits = [
  ...Object.entries(chains).flatMap(([network, currencies]) =>
    currencies.map((currency) => [currency, network] as const),
  ),
  ...wireCurrencies.map((currency) => [currency, 'wire'] as const),
];

/** Every subject with what counts of it until something else is published. */
export function usualTerms(of: {
  readonly instruments: Iterable<ContractInstrument>;
  /** Those of which there are prices, where it is not all; on no other anything new begins. */
  readonly carried?: readonly string[];
  /** How long a new withdrawal address waits; a demo lets nobody wait. */
  readonly coolOffSeconds: number;
}): ReadonlyMap<string, TermsBody> {
  return new Map<string, TermsBody>([
    ...deposits.map(([currency, network]): [string, TermsBody] => [
      `deposit:${currency}:${network}`,
      { open: true, ...DEPOSIT[currency] },
    ]),
    ...Object.entries(WITHDRAWAL).map(([currency, body]): [string, TermsBody] => [
      `withdrawal:${currency}`,
      body,
    ]),
    ['address', { cool_off_seconds: String(of.coolOffSeconds) }],
    ['exchange', { open: true, fee_rate: '0.002', max_usdt: '50000', unused_max: '30' }],
    ['manual', { max_usdt: '100000', promotion_max_usdt: '1000' }],
    ...Array.from(of.instruments, (instrument): [string, TermsBody] => [
      `instrument:${instrument.symbol}`,
      { open: of.carried?.includes(instrument.symbol) ?? true, ...figuresOf(instrument) },
    ]),
  ]);
}
