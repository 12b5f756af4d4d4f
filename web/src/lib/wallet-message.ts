/**
 * Requests a signature of a message from a browser wallet as proof of ownership. A wallet receives only requests for its
 * accounts, its chain, a switch to Arbitrum One or its addition, and one signature. In particular, it never receives a request
 * for an approval or a transfer.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createApi, createQueryClient } from './api.ts';
import { callKey } from './queries.ts';
import { findWallets } from './wallet-providers.ts';
import type { WalletProvider } from './wallet-providers.ts';

/**
 * The reasons for a missing signature. `missing`: there is no wallet in this browser. `no_account`: the wallet gave no address.
 * `pending`: an earlier prompt is still open. `chain`: the wallet is not on Arbitrum One and did not switch.
 */
export type WalletFailure =
  | 'missing'
  | 'refused'
  | 'pending'
  | 'locked'
  | 'no_account'
  | 'chain'
  | 'unreachable'
  | 'failed';

export type WalletSigned = { readonly address: string; readonly message: string; readonly sign: string };
type Asked = CallOutput<'GET user/nonce'>;

class Failure extends Error {
  readonly failure: WalletFailure;
  constructor(failure: WalletFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The meaning of wallets' error codes (EIP-1193 and JSON-RPC). */
const failureOf: Readonly<Record<string, WalletFailure>> = {
  '4001': 'refused',
  '4100': 'locked',
  '-32002': 'pending',
};
const CHAIN_UNKNOWN = '4902';

/** Returns the codes of a wallet's error, including those of an error that it wraps. */
function codesOf(thrown: unknown): readonly string[] {
  const { code, data } = (thrown ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } };
  return [code, data?.originalError?.code].map(String);
}

async function askWallet(
  provider: WalletProvider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (thrown) {
    const known = codesOf(thrown).map((code) => failureOf[code]);
    throw new Failure(known.find((failure) => failure !== undefined) ?? 'failed');
  }
}

/** Describes Arbitrum One in the format of `wallet_addEthereumChain` (EIP-3085). */
function arbitrumOne(chainId: string) {
  return {
    chainId,
    chainName: 'Arbitrum One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://arb1.arbitrum.io/rpc'],
    blockExplorerUrls: ['https://arbiscan.io'],
  };
}

async function isOnChain(provider: WalletProvider, chainId: string): Promise<boolean> {
  const current = await askWallet(provider, 'eth_chainId');
  return typeof current === 'string' && Number(current) === Number(chainId);
}

async function goToChain(provider: WalletProvider, chainNumber: number): Promise<void> {
  const chainId = `0x${chainNumber.toString(16)}`;
  if (await isOnChain(provider, chainId)) return;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (thrown) {
    const codes = codesOf(thrown);
    if (!codes.includes(CHAIN_UNKNOWN)) throw new Failure(codes.includes('-32002') ? 'pending' : 'chain');
    try {
      await provider.request({ method: 'wallet_addEthereumChain', params: [arbitrumOne(chainId)] });
    } catch {
      // The login requires this chain, for whatever reason the wallet doesn't switch.
      throw new Failure('chain');
    }
  }
  if (!(await isOnChain(provider, chainId))) throw new Failure('chain');
}

/**
 * Capitalises the letters of an address according to its hash (EIP-55). The server rejects an address without this checksum as
 * mistyped.
 */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const sums = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = [...digits].map((digit, at) =>
    Number.parseInt(sums.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}

/** The message to sign, in the format of EIP-4361. Everything in it except the address comes from the server. */
export function messageOf(address: string, asked: Asked): string {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString();
  return [
    `${asked.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    asked.statement,
    '',
    `URI: ${asked.uri}`,
    'Version: 1',
    `Chain ID: ${asked.chain_id}`,
    `Nonce: ${asked.nonce}`,
    `Issued At: ${time(asked.issued_at)}`,
    `Expiration Time: ${time(asked.expires_at)}`,
  ].join('\n');
}

/** Returns a wallet's first address. Only some values of `method` prompt the wallet's owner. */
async function addressOf(provider: WalletProvider, method: string): Promise<string> {
  const accounts = await askWallet(provider, method);
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(first)) throw new Failure('no_account');
  return withChecksum(first);
}

export async function askNonce(app: AppState): Promise<Asked> {
  const { api } = app.of(createApi);
  try {
    const answer = await api('GET user/nonce', {}, { showsRefusal: true });
    if (answer.type === 'ok') return answer.message;
  } catch (failure) {
    if (!(failure instanceof NetworkFailure)) throw failure;
  }
  throw new Failure('unreachable');
}

/** Makes all requests, from the wallet's accounts to its signature. `ask` returns the data of the message to sign. */
export async function signWith(
  provider: WalletProvider,
  ask: () => Promise<Asked>,
): Promise<WalletSigned | { readonly failure: WalletFailure }> {
  try {
    const address = await addressOf(provider, 'eth_requestAccounts');
    const asked = await ask();
    await goToChain(provider, asked.chain_id);
    const message = messageOf(address, asked);
    const hexadecimal = `0x${bytesToHex(utf8ToBytes(message))}`;
    const sign = await askWallet(provider, 'personal_sign', [hexadecimal, address]);
    return typeof sign === 'string' ? { address, message, sign } : { failure: 'failed' };
  } catch (thrown) {
    if (thrown instanceof Failure) return { failure: thrown.failure };
    throw thrown;
  }
}

/** Returns the wallet with the customer's address or, if there is none, the first wallet. */
async function ownWallet(app: AppState): Promise<WalletProvider | undefined> {
  const wallets = await findWallets();
  const user = app
    .of(createQueryClient)
    .getQueryData<CallOutput<'GET user/info'>>(callKey('GET user/info', {}));
  for (const { provider } of wallets.length > 1 ? wallets : []) {
    const address = await addressOf(provider, 'eth_accounts').catch(() => undefined);
    if (address !== undefined && address.toLowerCase() === user?.wallet_address) return provider;
  }
  return wallets[0]?.provider;
}

/** Requests a new signature of the customer's own wallet, to confirm a change. */
export async function signWalletMessage(
  app: AppState,
): Promise<Omit<WalletSigned, 'address'> | { readonly failure: WalletFailure }> {
  const provider = await ownWallet(app);
  if (provider === undefined) return { failure: 'missing' };
  const signed = await signWith(provider, () => askNonce(app));
  return 'failure' in signed ? signed : { message: signed.message, sign: signed.sign };
}
