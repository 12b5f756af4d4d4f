/**
 * A software authenticator for tests: makes passkeys on P-256 and signs with them as WebAuthn specifies, or with any single
 * error. It also does the browser's part, which is to write down the origin and the challenge.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type MadePasskey = {
  readonly id: string;
  readonly key: KeyObject;
  counter: number;
};

/** The errors that a test can request. */
export type Wrong = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly unverified?: boolean;
  readonly absent?: boolean;
  readonly key?: KeyObject;
  readonly format?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

export type Asked = { readonly challenge: string; readonly rp_id: string };

export class SoftwareAuthenticator {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a passkey, and the browser's response for it. */
  create(asked: Asked, wrong: Wrong = {}): { passkey: MadePasskey; created: string } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    const passkey = { id: id.toString('base64url'), key: privateKey, counter: wrong.counter ?? 0 };
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#head(asked, wrong, { counter: passkey.counter, more: WITH_KEY }),
      Buffer.alloc(16),
      length,
      id,
      cose,
    ]);
    const attestation = map([
      [word('fmt'), word(wrong.format ?? 'none')],
      [word('attStmt'), wrong.format === undefined ? map([]) : map([[word('x5c'), list([bytes(data)])]])],
      [word('authData'), bytes(data)],
    ]);
    return {
      passkey,
      created: JSON.stringify({
        ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: this.#client('webauthn.create', asked, wrong).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid', 'carrier-pigeon'],
        },
      }),
    };
  }

  /** Signs, and returns the browser's response. The counter is incremented unless it is given. */
  get(passkey: MadePasskey, asked: Asked, wrong: Wrong = {}): string {
    if (passkey.counter > 0 || wrong.counter !== undefined) {
      passkey.counter = wrong.counter ?? passkey.counter + 1;
    }
    const data = this.#head(asked, wrong, { counter: passkey.counter, more: 0 });
    const client = this.#client('webauthn.get', asked, wrong);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), wrong.key ?? passkey.key);
    return JSON.stringify({
      ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(wrong.userHandle === undefined ? {} : { userHandle: wrong.userHandle }),
      },
    });
  }

  #head(asked: Asked, wrong: Wrong, { counter, more }: { counter: number; more: number }): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const present = wrong.absent === true ? 0 : PRESENT;
    const verified = wrong.unverified === true ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(Buffer.from(wrong.rpId ?? asked.rp_id)),
      Buffer.of(present | verified | more),
      count,
    ]);
  }

  #client(type: string, asked: Asked, wrong: Wrong): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? asked.challenge,
        origin: wrong.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The subset of CBOR that an authenticator uses. */
function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count);
  if (count < 256) return Buffer.of((major << 5) | 24, count);
  const long = Buffer.alloc(3);
  long[0] = (major << 5) | 25;
  long.writeUInt16BE(count, 1);
  return long;
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const word = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const list = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
