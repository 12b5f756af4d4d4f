/** Passkeys as the browser knows them: one is asked to sign, or a new one is made. The library comes with the first use. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type Request = CallOutput<'POST safe/confirm_options'>;
type Creation = CallOutput<'POST safe/passkey_options'>;

/** `cancelled`: the customer put the browser's question away, or let it wait too long. `address`: a passkey belongs to a name, not to a bare IP address. */
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

/** The browser refuses by throwing; what it throws has a name for each reason. */
async function answered(work: () => Promise<unknown>): Promise<PasskeyAnswer> {
  try {
    return { json: JSON.stringify(await work()) };
  } catch (thrown) {
    return { failure: thrown instanceof Error ? (failures[thrown.name] ?? 'failed') : 'failed' };
  }
}

const idsOf = (known: Request['allow']) =>
  known.map(({ id, transports }) => ({ id, transports: transports as [], type: 'public-key' as const }));

/** Has a passkey sign the challenge. Without a list the browser shows those that it knows for this site. */
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

/** Makes a passkey that can sign in by itself, so it has to be kept by the device and unlocked by its owner. */
export async function makePasskey(creation: Creation): Promise<PasskeyAnswer> {
  return answered(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({
      optionsJSON: {
        challenge: creation.challenge,
        rp: { id: creation.rp_id, name: creation.rp_name },
        user: { id: creation.user_id, name: creation.user_name, displayName: creation.user_name },
        // Ed25519, P-256 and RSA: what phones, keys and Windows offer.
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: creation.timeout_ms,
        excludeCredentials: idsOf(creation.exclude),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
  });
}
