/**
 * A key like the one that the console's browser creates, but inside this process. The demo's seed uses it to sign decisions that
 * its example operators made before the demo opened.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { approvalText } from '@candor/protocol/console/approval.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { SignsAt } from './keys.ts';
import type { Operator } from './operators.ts';

/** The flag that says that the user is present. A browser's key can't verify the user. */
const PRESENT = 1;

export class BrowserSigner {
  readonly #key: KeyObject;
  readonly #at: SignsAt;
  /** SubjectPublicKeyInfo in base64url. */
  readonly publicKey: string;
  readonly id: string;

  constructor(at: SignsAt) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    this.#key = privateKey;
    this.#at = at;
    this.publicKey = spki.toString('base64url');
    this.id = createHash('sha256').update(spki).digest('base64url');
  }

  /** Returns an approval without its body, which is the message to send. */
  sign(text: string, { nonce, timeMs }: { readonly nonce: string; readonly timeMs: number }) {
    const challenge = createHash('sha256').update(text).digest('base64url');
    const client = JSON.stringify({
      ...{ type: 'candor.browser', challenge, origin: this.#at.origin, crossOrigin: false },
    });
    const authenticator = Buffer.concat([sha256(this.#at.rpId), Buffer.of(PRESENT), Buffer.alloc(4)]);
    const signed = Buffer.concat([authenticator, sha256(client)]);
    const signature = sign('sha256', signed, { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return {
      ...{ key: this.id, nonce, time: timeMs, authenticator: authenticator.toString('hex'), client },
      signature: signature.toString('hex'),
    };
  }

  /** Returns the operator together with a signature, in the form in which the console passes them on. */
  signedBy<Acting extends Operator>(
    operator: Acting,
    { act, body, house, nowMs }: { act: SignedAct; body: string; house: string; nowMs: number },
  ): Acting & { readonly approval: NonNullable<Operator['approval']> } {
    const at = { nonce: randomBytes(16).toString('base64url'), timeMs: nowMs };
    const { key, nonce, time, ...rest } = this.sign(
      approvalText({ ...act, house, operator: operator.account, body, ...at }),
      at,
    );
    const text = JSON.stringify({ key, nonce, time, body, ...rest });
    return { ...operator, approval: { ...act, text } };
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
