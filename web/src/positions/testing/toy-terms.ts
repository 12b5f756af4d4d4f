/** Terms for tests: BTC in coins, and a currency pair in lots of 100,000. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';

export const coinTerms: ContractTerms = {
  tickSize: amount('0.01'),
  pipSize: amount('0.01'),
  contractSize: amount('1'),
  contractStep: amount('0.001'),
  contractMin: amount('0.001'),
  contractMax: amount('50'),
  contractFeeRate: amount('0.0005'),
  financingLongRate: amount('0.0003'),
  financingShortRate: amount('0.0001'),
  leverages: [2, 5, 10, 20, 50, 100],
};

export const lotTerms: ContractTerms = {
  ...coinTerms,
  tickSize: amount('0.001'),
  pipSize: amount('0.01'),
  contractSize: amount('100000'),
  contractStep: amount('0.01'),
  contractMin: amount('0.01'),
};
