/**
 * The secrets that sign a webhook's deliveries, sealed in the vault, and the signature of the Standard Webhooks specification.
 */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Vault } from '../../identity/secrets/vault.ts';

const SECRET_BYTES = 32;
const CODE_BYTES = 24;

/** The previous secret, `before`, also signs until `untilMs`. */
export type Secrets = {
  readonly secret: string;
  readonly before?: { readonly secret: string; readonly untilMs: number };
};

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

const sealedFor = (code: string): string => `webhook ${code}`;

/** Returns the sealed secrets in hexadecimal, which is how commands carry bytes. */
export function sealedSecrets(vault: Pick<Vault, 'seal'>, code: string, secrets: Secrets): string {
  return vault.seal(JSON.stringify(secrets), sealedFor(code)).toString('hex');
}

export function openSecrets(vault: Pick<Vault, 'open'>, code: string, sealed: Buffer): Secrets {
  return JSON.parse(vault.open(sealed, sealedFor(code)).toString()) as Secrets;
}

export function rotatedSecrets({ secret: before }: Secrets, secret: string, untilMs: number): Secrets {
  return { secret, before: { secret: before, untilMs } };
}

export type Signed = { readonly id: string; readonly payload: string; readonly nowMs: number };

/** Returns the headers of a request, with one signature for each valid secret. */
export function signedHeaders({ secret, before }: Secrets, { id, payload, nowMs }: Signed) {
  const valid = before !== undefined && nowMs < before.untilMs ? [secret, before.secret] : [secret];
  const signatures = valid.map((one) => new Webhook(one).sign(id, new Date(nowMs), payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
