/** The envelope of every response. */
import type { RefusalCode } from './refusals.ts';

export type OkEnvelope<Payload> = {
  readonly type: 'ok';
  readonly code: 1;
  readonly message: Payload;
};

export type RefusalEnvelope = {
  /** "999": the token is missing, expired or revoked, and the client logs out. */
  readonly type: 'error' | '999';
  readonly code: 0;
  readonly error: RefusalCode;
  /** The refusal's Chinese text with the params inserted. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
};

export type Envelope<Payload> = OkEnvelope<Payload> | RefusalEnvelope;

/**
 * Replaces parameters in braces: fill('min {min}', {min: '30'}) is 'min 30'. The parameter `until` and those whose names end in
 * `_at` are in seconds, and are formatted as a UTC time unless the caller has already formatted them.
 */
export function fill(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return isTimeParam(name, value) ? utcText(value) : value;
  });
}

export function isTimeParam(name: string, value: string): boolean {
  return (name.endsWith('_at') || name === 'until') && /^\d{1,11}$/.test(value);
}

/** Formats seconds since 1970 as "2014-05-11 21:00 UTC". */
function utcText(seconds: string): string {
  const iso = new Date(Number.parseInt(seconds, 10) * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
