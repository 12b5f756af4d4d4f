/** For tests: an operator's passkey on a software authenticator, which is enrolled and signs at a console. */
import { createHash } from 'node:crypto';
import type { SignsAt } from '../../server/src/operators/keys.ts';
import type { ConsoleLine } from './console-line.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { MadePasskey, Wrong } from './software-authenticator.ts';

type Answered = {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
};

export class PasskeySigner {
  readonly #authenticator: SoftwareAuthenticator;
  readonly #at: SignsAt;
  readonly passkey: MadePasskey;
  readonly created: string;
  /** The error to introduce into the next signatures. */
  wrong: Wrong = {};

  constructor(at: SignsAt, challenge: string, wrong: Wrong = {}) {
    this.#at = at;
    this.#authenticator = new SoftwareAuthenticator(at.origin);
    const made = this.#authenticator.create({ challenge, rp_id: at.rpId }, wrong);
    ({ passkey: this.passkey, created: this.created } = made);
  }

  /** In the form that the console sends. */
  sign(text: string, { nonce, timeMs }: { readonly nonce: string; readonly timeMs: number }) {
    const challenge = createHash('sha256').update(text).digest('base64url');
    const { response } = JSON.parse(this.answer(challenge)) as Answered;
    const hex = (base64: string): string => Buffer.from(base64, 'base64url').toString('hex');
    return {
      ...{ key: this.passkey.id, nonce, time: timeMs, authenticator: hex(response.authenticatorData) },
      client: Buffer.from(response.clientDataJSON, 'base64url').toString(),
      signature: hex(response.signature),
    };
  }

  /** A browser's response when this passkey is requested. */
  answer(challenge: string): string {
    return this.#authenticator.get(this.passkey, { challenge, rp_id: this.#at.rpId }, this.wrong);
  }
}

/** Enrols a new passkey of the operator over this connection. */
export async function bringPasskey(line: ConsoleLine, at: SignsAt) {
  const { challenge, nonce, time_ms } = await line.done('POST passkey_options');
  const signer = new PasskeySigner(at, challenge);
  const { created } = signer;
  const brought = await line.done('POST passkey_bring', { created, nonce, time_ms, label: 'A key' });
  return { signer, ...brought };
}
