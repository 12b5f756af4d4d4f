/**
 * The initial terms of an installation, by subject. Any of these parameters can be changed by publishing a version with an
 * effective time (`terms.ts`). Existing agreements keep the terms under which they were made.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { chains, wireCurrencies } from '@candor/protocol/networks.ts';
import { figuresOf } from './instrument-terms.ts';
import { usualOption } from './option-terms.ts';

/** Parameters by name: decimals as text, and booleans for `open`. */
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

/** Tiers from lowest to highest. Rates are fractions per day. */
const FUND: readonly TermsBody[] = [
  { min: '500', max: '5000', rate_min: '0.0183', rate_max: '0.0201', days: '2', limit_per_account: '2' },
  { min: '5000', max: '50000', rate_min: '0.0246', rate_max: '0.0273', days: '3', limit_per_account: '0' },
  { min: '50000', max: '200000', rate_min: '0.0279', rate_max: '0.0298', days: '5', limit_per_account: '0' },
  { min: '200000', max: '500000', rate_min: '0.0305', rate_max: '0.0329', days: '7', limit_per_account: '0' },
  {
    min: '500000',
    max: '1000000',
    rate_min: '0.0333',
    rate_max: '0.0335',
    days: '9',
    limit_per_account: '0',
  },
  {
    min: '1000000',
    max: '5000000',
    rate_min: '0.0354',
    rate_max: '0.0374',
    days: '12',
    limit_per_account: '0',
  },
].map((tier) => ({ ...tier, places: '1000', early_fee_rate: '0.01' }));

const deposits = [
  ...Object.entries(chains).flatMap(([network, currencies]) =>
    currencies.map((currency) => [currency, network] as const),
  ),
  ...wireCurrencies.map((currency) => [currency, 'wire'] as const),
];

/** Returns the terms that apply until others are published. */
export function usualTerms(of: {
  readonly instruments: Iterable<ContractInstrument>;
  readonly optionSymbols?: readonly string[];
  /** The symbols that have prices, if not all. Nothing new may start on the others. */
  readonly carried?: readonly string[];
  /** The waiting period of a new withdrawal address; none in a demo. */
  readonly coolOffSeconds: number;
  /** Tiers from lowest to highest, if they differ from the demo's. */
  readonly fundTiers?: readonly TermsBody[];
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
    [
      'loan',
      {
        open: true,
        ...{ min: '1000', max: '50000', daily_rate: '0.0005', overdue_rate: '0.001', overdue_cap: '0.2' },
        score_min: '60',
        // The guard `loan_transition` uses the same value for loans without published terms.
        two_from: '10000',
      },
    ],
    ['referral', { open: true, level_1: '0.05', level_2: '0.03', level_3: '0.01' }],
    ...(of.fundTiers ?? FUND).map((tier, at): [string, TermsBody] => [
      `fund:${at + 1}`,
      { open: true, ...tier },
    ]),
    ['manual', { max_usdt: '100000', promotion_max_usdt: '1000' }],
    ...Array.from(of.instruments, (instrument): [string, TermsBody] => [
      `instrument:${instrument.symbol}`,
      { open: of.carried?.includes(instrument.symbol) ?? true, ...figuresOf(instrument) },
    ]),
    ...(of.optionSymbols ?? []).map((symbol): [string, TermsBody] => [`option:${symbol}`, usualOption]),
  ]);
}
