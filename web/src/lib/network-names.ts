/** The common names of the networks for transfers; they are the same in every language. */
import type { Chain } from '@candor/protocol/networks.ts';

export const chainNamesShown: Readonly<Record<Chain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum (ERC-20)',
  arbitrum: 'Arbitrum One',
  tron: 'Tron (TRC-20)',
};

/** Shortens an address to "0x1f2e…9a0b", enough for its owner to recognise it in a list. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`;
}
