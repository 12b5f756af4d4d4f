/**
 * Validates blockchain addresses, including their checksums, and normalises them, so that equal addresses have one spelling.
 * Money sent to an address that nobody controls is lost, so a well-formed address that certainly has no owner is rejected too.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { chainNames } from '@candor/protocol/networks.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { checksummed } from '../identity/wallet/wallet-address.ts';

export type CheckedAddress = {
  /** The address in the network's usual spelling. */
  readonly address: string;
  /** The address in the normalised spelling. */
  readonly key: string;
};

/** The canonical spelling of a recognised address, and the bytes that it encodes. */
type Read = { readonly address: string; readonly payload: Uint8Array };

const base58check = createBase58check(sha256);
const HASH_BYTES = 20;
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05];
const TRON_VERSION = 0x41;
const HEX = /^0x[0-9a-fA-F]{40}$/;

const READERS: Readonly<Record<Chain, (text: string) => Read | undefined>> = {
  bitcoin: (text) => base58(text, BITCOIN_VERSIONS) ?? segwit(text),
  ethereum: hex,
  arbitrum: hex,
  tron: (text) => base58(text, [TRON_VERSION]),
};

/** The USDT contracts. Customers do send money to them by mistake, and it is lost there. */
const CONTRACTS: ReadonlySet<string> = new Set([
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
]);

export function isChain(network: string): network is Chain {
  return (chainNames as readonly string[]).includes(network);
}

/** Parses an address. Refuses the input if it is not an address of the network. */
export function checkedAddress(network: Chain, text: string): Outcome<CheckedAddress, 'address_wrong'> {
  const read = READERS[network](text.trim());
  const key = read === undefined ? '' : keyOf(read.address);
  if (read === undefined || CONTRACTS.has(key) || read.payload.every((byte) => byte === 0)) {
    return refuse('address_wrong', { field: 'address', params: { network } });
  }
  return ok({ address: read.address, key });
}

/**
 * Returns the key by which addresses are compared. In hexadecimal, capitals are a checksum and not part of the address. In base
 * 58, they are different digits.
 */
function keyOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}

/**
 * Parses a hexadecimal address. An address in lower case has no checksum and gets one. An address with capitals must match its
 * checksum exactly (EIP-55).
 */
function hex(text: string): Read | undefined {
  if (!HEX.test(text)) return undefined;
  const address = checksummed(text);
  if (text !== address && text !== text.toLowerCase()) return undefined;
  return { address, payload: Buffer.from(address.slice(2), 'hex') };
}

function base58(text: string, versions: readonly number[]): Read | undefined {
  const bytes = attempt(() => base58check.decode(text));
  if (bytes?.length !== 1 + HASH_BYTES || !versions.includes(bytes[0] as number)) return undefined;
  return { address: text, payload: bytes.subarray(1) };
}

/**
 * Parses a witness program of Bitcoin's main network (BIP-173, BIP-350): version 0 in bech32 with 20 or 32 bytes, or version 1 in
 * bech32m with 32. Later versions have no keys yet, so anybody can take money that is sent there.
 */
function segwit(text: string): Read | undefined {
  for (const [version, code, lengths] of [
    [0, bech32, [20, 32]],
    [1, bech32m, [32]],
  ] as const) {
    const decoded = attempt(() => code.decode(text as `${string}1${string}`));
    if (decoded === undefined) continue;
    const [given, ...words] = decoded.words;
    const payload = attempt(() => code.fromWords(words));
    if (decoded.prefix !== 'bc' || given !== version || payload === undefined) return undefined;
    if (!lengths.some((length) => length === payload.length)) return undefined;
    return { address: text.toLowerCase(), payload };
  }
  return undefined;
}

/** Returns undefined if decoding throws. The libraries throw on invalid codes, which are an ordinary result here. */
function attempt<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
