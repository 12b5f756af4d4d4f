/** Creates passkeys and signs with them through the browser. The library is loaded on first use. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type Request = CallOutput<'POST safe/confirm_options'>;
type Creation = CallOutput<'POST safe/passkey_options'>;

/**
 * `cancelled`: the customer dismissed the browser's prompt or let it time out. `address`: a passkey belongs to a domain name,
 * not to a bare IP address.
 */
export type PasskeyFailure = 'cancelled' | 'known_already' | 'address' | 'failed';
export type PasskeyAnswer = { readonly json: string } | { readonly failure: PasskeyFailure };

export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

const failures: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known_already',
  SecurityError: 'address',
};

/** Runs a browser call. Returns a failure by the name of the error that the browser throws. */
async function answered(work: () => Promise<unknown>): Promise<PasskeyAnswer> {
  try {
    return { json: JSON.stringify(await work()) };
  } catch (thrown) {
    return { failure: thrown instanceof Error ? (failures[thrown.name] ?? 'failed') : 'failed' };
  }
}

const idsOf = (known: Request['allow']) =>
  known.map(({ id, transports }) => ({ id, transports: transports as [], type: 'public-key' as const }));

/** Signs the challenge with a passkey. Without a list of passkeys, the browser offers those that it has for this site. */
export async function signWithPasskey(request: Request): Promise<PasskeyAnswer> {
  return answered(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({
      optionsJSON: {
        challenge: request.challenge,
        rpId: request.rp_id,
        timeout: request.timeout_ms,
        userVerification: 'required',
        ...(request.allow.length > 0 && { allowCredentials: idsOf(request.allow) }),
      },
    });
  });
}

/** Creates a passkey that can log in without a user name, so it must be stored on the device and require user verification. */
export async function makePasskey(creation: Creation): Promise<PasskeyAnswer> {
  return answered(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({
      optionsJSON: {
        challenge: creation.challenge,
        rp: { id: creation.rp_id, name: creation.rp_name },
        user: { id: creation.user_id, name: creation.user_name, displayName: creation.user_name },
        // Ed25519, P-256 and RSA, which phones, security keys and Windows support.
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: creation.timeout_ms,
        excludeCredentials: idsOf(creation.exclude),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
  });
}
