/**
 * Proves ownership of a browser wallet by its signature of a message (EIP-4361) that names this site, this chain and a nonce that
 * we issued. The nonce is invalidated before any check, so that each message can be tried only once.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { WALLET_CHAIN_ID } from '@candor/protocol/wallet-sign-in/schemas.ts';
import type { Pool } from '../../db/pool.ts';
import { burnNonce, handOutNonce, holdNonce } from '../factors/nonces.ts';
import type { ServedOrigin } from '../factors/origin.ts';
import { signerOf } from './wallet-address.ts';
import { parseWalletMessage } from './wallet-message.ts';
import type { MessageViolation, WalletMessage } from './wallet-message.ts';

/** Why a message proves nothing: it is malformed, or one of these reasons applies. */
export type ProofViolation =
  | MessageViolation
  | 'other_domain'
  | 'other_uri'
  | 'other_chain'
  | 'nonce_used'
  | 'issued_in_future'
  | 'not_yet_valid'
  | 'expired'
  | 'wrong_signature'
  | 'other_address';

/** The message exactly as it was signed. */
export type Signed = { readonly message: string; readonly sign: string };

export type Expected = {
  readonly domain: string;
  readonly uri: string;
  readonly chainId: number;
  /** The nonce that was issued; undefined if it doesn't exist or was already used. */
  readonly nonce: string | undefined;
  readonly nowMs: number;
  /** The latest accepted time of issue. A message issued later was prepared for another day. EIP-4361 has no such limit. */
  readonly issuedUntilMs?: number;
};

/** The clocks of two server processes may differ by this much. */
const CLOCKS_APART_MS = 5000;

/** Returns the first violation of a well-formed message, or undefined if the message proves its address. */
export function proofViolation(
  said: WalletMessage,
  signed: Signed,
  expected: Expected,
): ProofViolation | undefined {
  const { nowMs, issuedUntilMs = Infinity } = expected;
  if (said.domain !== expected.domain) return 'other_domain';
  if (said.scheme !== undefined && !expected.uri.startsWith(`${said.scheme}:`)) return 'other_domain';
  if (said.uri !== expected.uri) return 'other_uri';
  if (said.chainId !== expected.chainId) return 'other_chain';
  if (said.nonce !== expected.nonce) return 'nonce_used';
  if (said.issuedMs > issuedUntilMs) return 'issued_in_future';
  if (said.notBeforeMs !== undefined && nowMs < said.notBeforeMs) return 'not_yet_valid';
  if (said.expiresMs !== undefined && nowMs >= said.expiresMs) return 'expired';
  if (signerOf(signed.message, signed.sign) !== said.address.toLowerCase()) return 'wrong_signature';
  return undefined;
}

type Proven = {
  /** The address in mixed case, as in the message. */
  readonly written: string;
  readonly nonce: string;
};

export class WalletProof {
  readonly #pool: Pool;
  readonly #now: () => number;

  constructor(options: { readonly pool: Pool; readonly now: () => number }) {
    this.#pool = options.pool;
    this.#now = options.now;
  }

  /** Issues a nonce to sign for logging in or for confirming a change. */
  handOut(): Promise<string> {
    return handOutNonce(this.#pool, { purpose: 'wallet', customer: 0n, nowMs: this.#now() });
  }

  /** Returns the address that signed the message for the origin at which the server was called. */
  async prove(signed: Signed, served: ServedOrigin): Promise<Outcome<Proven, 'wallet_proof_wrong'>> {
    const { message } = signed;
    const said = parseWalletMessage(message);
    if (typeof said === 'string') return proofWrong(said);
    const nowMs = this.#now();
    const { nonce } = said;
    const use = { purpose: 'wallet', customer: 0n, value: nonce, message, nowMs } as const;
    const violation = proofViolation(said, signed, {
      domain: served.host,
      uri: served.origin,
      chainId: WALLET_CHAIN_ID,
      nonce: (await burnNonce(this.#pool, use)) ? nonce : undefined,
      nowMs,
      issuedUntilMs: nowMs + CLOCKS_APART_MS,
    });
    return violation === undefined ? ok({ written: said.address, nonce }) : proofWrong(violation);
  }

  /** Makes a message valid once more if its signature was valid but a factor was missing. */
  hold(nonce: string, message: string): Promise<void> {
    return holdNonce(this.#pool, { value: nonce, message });
  }

  /**
   * Whether the wallet with this lower-case address has just signed for this site. This is how customers without a password
   * confirm changes.
   */
  async check(address: string, signed: Signed, served: ServedOrigin): Promise<boolean> {
    const proof = await this.prove(signed, served);
    return proof.ok && proof.value.written.toLowerCase() === address;
  }
}

export function proofWrong(reason: ProofViolation) {
  return refuse('wallet_proof_wrong', { field: 'sign', params: { reason } });
}
