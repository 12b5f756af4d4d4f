/** What a browser says of an authenticator's answer, as far as all who take passkeys read it alike: customers' and operators'. */
import { createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];
/** EdDSA, ES256 and RS256 by their numbers in COSE, which the apps ask browsers for. */
const ALGORITHMS = [-8, -7, -257] as const;

/** What a browser gives that made a passkey. */
export type CreationAnswer = RegistrationResponseJSON;

type MadeFor = { readonly challenge: string; readonly origin: string; readonly rpId: string };

export type MadePasskey = {
  /** As the authenticator calls it. */
  readonly id: string;
  /** As authenticators write keys (COSE, RFC 9052). */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly Transport[];
};

/** The passkey that a browser made here for this challenge; undefined where it did not. */
export async function madePasskey(
  response: RegistrationResponseJSON,
  { challenge, origin, rpId }: MadeFor,
): Promise<MadePasskey | undefined> {
  if (!isPlainAttestation(response)) return undefined;
  const verified = await verdictOf(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter, transports: transportsOf(response) };
}

/** What a browser gives of a signature, the bytes in hex. */
type SignedAnswer = {
  readonly id: string;
  readonly authenticator: string;
  readonly client: string;
  readonly signature: string;
};

export function signedAnswer(text: string): SignedAnswer | undefined {
  const answer = browserAnswer<AuthenticationResponseJSON>(text);
  if (answer === undefined) return undefined;
  const { authenticatorData, clientDataJSON, signature } = answer.response;
  const client = Buffer.from(clientDataJSON, 'base64url').toString();
  return { id: answer.id, authenticator: hexOf(authenticatorData), client, signature: hexOf(signature) };
}

const hexOf = (text: unknown): string => Buffer.from(String(text), 'base64url').toString('hex');

/** A key as authenticators write it, as SubjectPublicKeyInfo; undefined where it is of no kind that we ask for. */
export function spkiOf(cose: Buffer): Buffer | undefined {
  try {
    const jwk = jwkOf(isoCBOR.decodeFirst<ReadonlyMap<number, unknown>>(new Uint8Array(cose)));
    return jwk && createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    // What is no key is kept for nobody.
    return undefined;
  }
}

/** By their names in COSE; of RSA the same two are modulus and exponent. */
const [KTY, ALG, CRV, X, Y] = [1, 3, -1, -2, -3] as const;

function jwkOf(fields: ReadonlyMap<number, unknown>): JsonWebKey | undefined {
  const bytes = (name: number): string => Buffer.from(fields.get(name) as Uint8Array).toString('base64url');
  const [kty, alg, crv] = [fields.get(KTY), fields.get(ALG), fields.get(CRV)];
  if (kty === 1 && alg === -8 && crv === 6) return { kty: 'OKP', crv: 'Ed25519', x: bytes(X) };
  if (kty === 2 && alg === -7 && crv === 1) return { kty: 'EC', crv: 'P-256', x: bytes(X), y: bytes(Y) };
  if (kty === 3 && alg === -257) return { kty: 'RSA', n: bytes(CRV), e: bytes(X) };
  return undefined;
}

/** How the authenticator can be reached, of what is known. */
function transportsOf({ response }: RegistrationResponseJSON): Transport[] {
  const said: readonly unknown[] = response.transports ?? [];
  return Array.isArray(said) ? TRANSPORTS.filter((one) => said.includes(one)) : [];
}

/** The library says by throwing that an answer is wrong, in whichever of a hundred ways; a wrong one is no bug of ours. */
export async function verdictOf<Verdict>(judge: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}

/** What the browser sent, as far as both kinds of answer have it; the library looks at the rest. */
export function browserAnswer<Answer extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  text: string,
): Answer | undefined {
  const read = parsed(text) as Partial<Answer> | undefined;
  const isOne = typeof read?.id === 'string' && typeof read.response?.clientDataJSON === 'string';
  return isOne ? (read as Answer) : undefined;
}

export function challengeOf(clientDataJSON: string): string | undefined {
  const said = parsed(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
  return typeof said?.challenge === 'string' ? said.challenge : undefined;
}

/** An object of JSON, or undefined. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Certificates of makers are not asked for, and none is looked at: the library would fetch lists of revoked ones from
 * addresses that stand in them.
 */
function isPlainAttestation({ response }: RegistrationResponseJSON): boolean {
  try {
    const { attestationObject } = response;
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}
