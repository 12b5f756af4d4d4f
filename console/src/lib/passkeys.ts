/**
 * Creation of passkeys, login with passkeys, and signatures with passkeys. The responses of authenticators are verified by the
 * server only.
 */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';

type Making = ConsoleOutput<'POST passkey_options'>;
type Known = readonly { readonly id: string; readonly transports: readonly string[] }[];

/** Whether the browser can use passkeys at this address, which must use TLS or be localhost by name. */
export function hasPasskeys(): boolean {
  return globalThis.isSecureContext && typeof globalThis.PublicKeyCredential === 'function';
}

/** The COSE identifiers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257] as const;

/** Creates a passkey and returns the browser's response as JSON; undefined if the operator declined. */
export async function makePasskey(asked: Making): Promise<string | undefined> {
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.rp_id, name: asked.rp_name },
        user: { id: bytesOf(asked.user_id), name: asked.user_name, displayName: asked.user_name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: descriptors(asked.exclude),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout: asked.timeout_ms,
      },
    })
    .catch(nothing);
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const response = made.response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    ...{ id: made.id, rawId: made.id, type: made.type, clientExtensionResults: {} },
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports(),
    },
  });
}

type Asked = { readonly challenge: string; readonly rp_id: string; readonly known: Known };

/** Signs with a passkey and returns the fields of a signature in hex; undefined if no passkey was provided. */
export async function signWithPasskey(asked: Asked) {
  const found = await passkeyFor(asked);
  if (found === undefined) return undefined;
  const { authenticatorData, clientDataJSON, signature } = found.response;
  return {
    key: found.id,
    authenticator: hex(authenticatorData),
    client: new TextDecoder().decode(clientDataJSON),
    signature: hex(signature),
  };
}

/** Signs with a passkey for a login and returns the browser's response as JSON. The browser offers the passkeys. */
export async function signInWithPasskey(asked: Omit<Asked, 'known'>): Promise<string | undefined> {
  const found = await passkeyFor({ ...asked, known: [] });
  if (found === undefined) return undefined;
  const { authenticatorData, clientDataJSON, signature } = found.response;
  return JSON.stringify({
    ...{ id: found.id, rawId: found.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    },
  });
}

async function passkeyFor({ challenge, rp_id, known }: Asked) {
  const found = await navigator.credentials
    .get({
      publicKey: {
        ...{ challenge: bytesOf(challenge), rpId: rp_id, userVerification: 'required' },
        allowCredentials: descriptors(known),
      },
    })
    .catch(nothing);
  if (!(found instanceof PublicKeyCredential)) return undefined;
  return { id: found.id, response: found.response as AuthenticatorAssertionResponse };
}

/** The operator closed the browser's dialog without providing a passkey. Browsers do not reveal the reason. */
const nothing = (): undefined => undefined;

function descriptors(known: Known): PublicKeyCredentialDescriptor[] {
  return known.map(({ id, transports }) => ({
    ...{ type: 'public-key', id: bytesOf(id) },
    transports: transports as AuthenticatorTransport[],
  }));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.codePointAt(0) ?? 0);
}

function base64url(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
