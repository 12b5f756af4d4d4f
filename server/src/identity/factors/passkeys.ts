/**
 * Passkeys (WebAuthn), as a second factor and for logging in. The authenticator must verify its user by a fingerprint or a PIN,
 * so a passkey counts as both factors. Every challenge is a nonce that the first attempt invalidates. An attestation by the
 * authenticator's maker is neither requested nor trusted.
 */
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from '../../db/pool.ts';
import { browserAnswer, challengeOf, madePasskey, verdictOf } from './browser-answers.ts';
import type { Transport } from './browser-answers.ts';
import { burnNonce, handOutNonce, NONCE_VALID_MS } from './nonces.ts';
import type { NonceUse } from './nonces.ts';
import type { ServedOrigin } from './origin.ts';
import { findPasskey, notePasskeyUse, passkeysOf } from './passkey-store.ts';
import type { StoredPasskey } from './passkey-store.ts';
import type { Vault } from '../secrets/vault.ts';

const RP_NAME = 'Candor';
type Known = { readonly id: string; readonly transports: string[] };

/** The origin at which the server was called, and the calling customer, or 0n for a visitor. */
export type PasskeyAt = { readonly served: ServedOrigin; readonly customer: bigint };

export type NewPasskey = {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

export class Passkeys {
  readonly #pool: Pool;
  readonly #vault: Vault;
  readonly #now: () => number;

  constructor(options: { readonly pool: Pool; readonly vault: Vault; readonly now: () => number }) {
    this.#pool = options.pool;
    this.#vault = options.vault;
    this.#now = options.now;
  }

  /**
   * Returns the request for a visitor's signature. The browser itself finds the passkey, so the server doesn't reveal which
   * customers have one.
   */
  async signInRequest(served: ServedOrigin) {
    return { ...(await this.#challenge('passkey_sign_in', 0n)), rp_id: served.rpId, allow: [] as Known[] };
  }

  /** Returns the request for a signature with which a customer confirms a change. */
  async confirmRequest({ served, customer }: PasskeyAt) {
    const known = await this.#knownOf(customer);
    return { ...(await this.#challenge('passkey_confirm', customer)), rp_id: served.rpId, allow: known };
  }

  /** Returns the request to create a passkey. The authenticator gets the customer's id only as a keyed hash. */
  async creationRequest({ served, customer }: PasskeyAt, account: string) {
    return {
      ...(await this.#challenge('passkey_add', customer)),
      rp_id: served.rpId,
      rp_name: RP_NAME,
      user_id: this.#userId(customer),
      user_name: account,
      exclude: await this.#knownOf(customer),
    };
  }

  /** Returns the new passkey, or undefined if it wasn't created here, now and by this customer. */
  async created(text: string, { served, customer }: PasskeyAt): Promise<NewPasskey | undefined> {
    const response = browserAnswer<RegistrationResponseJSON>(text);
    if (response === undefined) return undefined;
    const challenge = await this.#burnt(response, { purpose: 'passkey_add', customer });
    if (challenge === undefined) return undefined;
    const made = await madePasskey(response, { challenge, origin: served.origin, rpId: served.rpId });
    if (made === undefined) return undefined;
    const { id: credentialId, publicKey, counter, transports } = made;
    return { credentialId, publicKey, counter, transports };
  }

  /** Returns the customer whose passkey signed a challenge issued for this purpose, if any. */
  async signer(text: string, { served, customer }: PasskeyAt): Promise<bigint | undefined> {
    const response = browserAnswer<AuthenticationResponseJSON>(text);
    if (response === undefined) return undefined;
    const purpose = customer === 0n ? 'passkey_sign_in' : 'passkey_confirm';
    const challenge = await this.#burnt(response, { purpose, customer });
    const passkey = await findPasskey(this.#pool, response.id);
    if (challenge === undefined || passkey === undefined) return undefined;
    if (customer !== 0n && customer !== passkey.customer) return undefined;
    if (!this.#isOwners(passkey, response)) return undefined;
    const verified = await verdictOf(() =>
      verifyAuthenticationResponse({
        response,
        ...expected(challenge, served),
        credential: credentialOf(passkey),
      }),
    );
    if (verified?.verified !== true) return undefined;
    const { customer: owner, id } = passkey;
    const counter = verified.authenticationInfo.newCounter;
    const noted = await notePasskeyUse(this.#pool, { customer: owner, id, counter, nowMs: this.#now() });
    return noted ? owner : undefined;
  }

  async #challenge(purpose: NonceUse['purpose'], customer: bigint) {
    // A nonce's hexadecimal digits are also valid base64url; they decode to 192 bits, of which 128 are random.
    const challenge = await handOutNonce(this.#pool, { purpose, customer, nowMs: this.#now() });
    return { challenge, timeout_ms: NONCE_VALID_MS };
  }

  /** Invalidates the signed challenge before any other check, so that each challenge can be tried only once. */
  async #burnt(
    response: RegistrationResponseJSON | AuthenticationResponseJSON,
    use: Omit<NonceUse, 'nowMs'>,
  ): Promise<string | undefined> {
    const value = challengeOf(response.response.clientDataJSON);
    if (value === undefined) return undefined;
    const burnt = await burnNonce(this.#pool, { ...use, value, message: '', nowMs: this.#now() });
    return burnt ? value : undefined;
  }

  async #knownOf(customer: bigint): Promise<Known[]> {
    const passkeys = await passkeysOf(this.#pool, customer);
    return passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    }));
  }

  #userId(customer: bigint): string {
    return this.#vault.keyed(String(customer), 'passkey user').toString('base64url');
  }

  /** If the authenticator names the passkey's owner, it must be this customer. */
  #isOwners({ customer }: StoredPasskey, { response }: AuthenticationResponseJSON): boolean {
    const named = response.userHandle;
    return named === undefined || named === null || named === '' || named === this.#userId(customer);
  }
}

function expected(challenge: string, served: ServedOrigin) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: served.origin,
    expectedRPID: served.rpId,
    requireUserVerification: true,
  };
}

function credentialOf({ credentialId, publicKey, counter, transports }: StoredPasskey) {
  return {
    id: credentialId,
    publicKey: new Uint8Array(publicKey),
    counter,
    transports: transports as Transport[],
  };
}
