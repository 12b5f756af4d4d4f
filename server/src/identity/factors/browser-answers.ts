/** Parses the parts that customers' and operators' WebAuthn responses have in common. */
import { createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];
/** COSE identifiers of EdDSA, ES256 and RS256, which are the algorithms that our apps request. */
const ALGORITHMS = [-8, -7, -257] as const;

export type CreationAnswer = RegistrationResponseJSON;

type MadeFor = { readonly challenge: string; readonly origin: string; readonly rpId: string };

export type MadePasskey = {
  readonly id: string;
  /** A COSE key (RFC 9052). */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly Transport[];
};

/** Returns the new passkey, or undefined if it wasn't created here for this challenge. */
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

/** Byte fields are in hexadecimal. */
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

/** Converts a COSE key to SubjectPublicKeyInfo. Returns undefined if the type of the key isn't supported. */
export function spkiOf(cose: Buffer): Buffer | undefined {
  try {
    const jwk = jwkOf(isoCBOR.decodeFirst<ReadonlyMap<number, unknown>>(new Uint8Array(cose)));
    return jwk && createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    // An invalid key must not be stored.
    return undefined;
  }
}

/** COSE key parameters. In an RSA key, -1 is the modulus and -2 the exponent. */
const [KTY, ALG, CRV, X, Y] = [1, 3, -1, -2, -3] as const;

function jwkOf(fields: ReadonlyMap<number, unknown>): JsonWebKey | undefined {
  const bytes = (name: number): string => Buffer.from(fields.get(name) as Uint8Array).toString('base64url');
  const [kty, alg, crv] = [fields.get(KTY), fields.get(ALG), fields.get(CRV)];
  if (kty === 1 && alg === -8 && crv === 6) return { kty: 'OKP', crv: 'Ed25519', x: bytes(X) };
  if (kty === 2 && alg === -7 && crv === 1) return { kty: 'EC', crv: 'P-256', x: bytes(X), y: bytes(Y) };
  if (kty === 3 && alg === -257) return { kty: 'RSA', n: bytes(CRV), e: bytes(X) };
  return undefined;
}

/** Drops transports that WebAuthn doesn't define. */
function transportsOf({ response }: RegistrationResponseJSON): Transport[] {
  const said: readonly unknown[] = response.transports ?? [];
  return Array.isArray(said) ? TRANSPORTS.filter((one) => said.includes(one)) : [];
}

/** Returns undefined if the library throws. It throws for every invalid response, and an invalid response isn't a bug. */
export async function verdictOf<Verdict>(judge: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}

/** Parses the fields that both kinds of responses have; the library validates the rest. */
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

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Accepts only responses without attestation certificates. Our apps request none, and the library would fetch revocation lists
 * from URLs in them.
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
