/**
 * Deposit and withdrawal methods: chains with their currencies, and the bank wire. The published terms determine which methods
 * are allowed, and their limits.
 */
export const chains = {
  bitcoin: ['BTC'],
  ethereum: ['ETH', 'USDT'],
  arbitrum: ['ETH', 'USDT'],
  tron: ['USDT'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Chain = keyof typeof chains;
export const chainNames = Object.keys(chains) as [Chain, ...Chain[]];

/** Bank currencies accepted by wire. A wire is credited as USDT at the published rate. */
export const wireCurrencies = ['USD', 'EUR', 'GBP'] as const;
export type WireCurrency = (typeof wireCurrencies)[number];

export const networkNames = [...chainNames, 'wire'] as [Network, ...Network[]];
export type Network = Chain | 'wire';

/** The number of decimals of a currency in transfers: six for USDT on chains, two for bank currencies. */
export const travelDecimals: Readonly<Record<string, number>> = {
  BTC: 8,
  ETH: 8,
  USDT: 6,
  USD: 2,
  EUR: 2,
  GBP: 2,
};
