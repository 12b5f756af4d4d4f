/**
 * The deposit and withdrawal methods: chains, each with its currencies, and the bank wire. Published terms decide which are
 * allowed, and within which bounds.
 */
export const chains = {
  bitcoin: ['BTC'],
  ethereum: ['ETH', 'USDT'],
  arbitrum: ['ETH', 'USDT'],
  tron: ['USDT'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Chain = keyof typeof chains;
export const chainNames = Object.keys(chains) as [Chain, ...Chain[]];

/** Bank currencies that can be wired in; a wire is credited as USDT at the published rate. */
export const wireCurrencies = ['USD', 'EUR', 'GBP'] as const;
export type WireCurrency = (typeof wireCurrencies)[number];

export const networkNames = [...chainNames, 'wire'] as [Network, ...Network[]];
export type Network = Chain | 'wire';

/** A currency's decimals in transfers: USDT's contracts count millionths, banks count cents. */
export const travelDecimals: Readonly<Record<string, number>> = {
  BTC: 8,
  ETH: 8,
  USDT: 6,
  USD: 2,
  EUR: 2,
  GBP: 2,
};
