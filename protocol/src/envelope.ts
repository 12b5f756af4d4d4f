/** What every answer is wrapped in. */
import type { RefusalCode } from './refusals.ts';

export type OkEnvelope<Payload> = {
  readonly type: 'ok';
  readonly code: 1;
  readonly message: Payload;
};

export type RefusalEnvelope = {
  /** "999": the token is missing, expired or revoked; the client logs out. */
  readonly type: 'error' | '999';
  readonly code: 0;
  readonly error: RefusalCode;
  /** Chinese, with the params put in. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
};

export type Envelope<Payload> = OkEnvelope<Payload> | RefusalEnvelope;

/** Puts params into a text's braces: fill('min {min}', {min: '30'}) is 'min 30'. */
export function fill(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}
