/**
 * The ways on which money comes in and goes out: chains, each with the currencies that travel on it, and the bank wire. What
 * is allowed on them, and with which bounds, are terms of the house.
 */
export const chains = {
  bitcoin: ['BTC'],
  ethereum: ['ETH', 'USDT'],
  arbitrum: ['ETH', 'USDT'],
  tron: ['USDT'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Chain = keyof typeof chains;
export const chainNames = Object.keys(chains) as [Chain, ...Chain[]];

/** Currencies of a bank that can be wired in; a wire is credited as USDT at the published rate. */
export const wireCurrencies = ['USD', 'EUR', 'GBP'] as const;
export type WireCurrency = (typeof wireCurrencies)[number];

export const networkNames = [...chainNames, 'wire'] as [Network, ...Network[]];
export type Network = Chain | 'wire';

/** To how many places a currency travels: USDT's contracts count millionths, banks count cents. */
export const travelDecimals: Readonly<Record<string, number>> = {
  BTC: 8,
  ETH: 8,
  USDT: 6,
  USD: 2,
  EUR: 2,
  GBP: 2,
};
