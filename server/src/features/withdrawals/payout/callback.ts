/** The payment provider's callback about a payment: how it is authenticated, and how its reports are parsed. */
import { hash, timingSafeEqual } from 'node:crypto';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { readPayoutKey } from './rows.ts';

export type PayoutReport = {
  readonly book: bigint;
  readonly id: bigint;
  /** The amount that the recipient should receive. */
  readonly amount: Amount;
  readonly outcome:
    | { readonly kind: 'paid'; readonly reference: string }
    | { readonly kind: 'failed'; readonly proof: string };
};

const TEXT_CHARS_MAX = 500;
/** Control, format and unassigned characters. A text that contains them could mislead its readers. */
const UNSEEN = /\p{C}/u;

/** Whether a header contains the token. The comparison takes the same time for every wrong token. */
export function isFromProvider(authorization: string | undefined, token: string): boolean {
  const given = authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : '';
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(token));
}

/**
 * Parses {key, outcome, amount, reference} for a completed payment, or {key, outcome, amount, proof} for a payment that certainly
 * was not made. Returns undefined if the report is malformed.
 */
export function readReport(fields: Readonly<Record<string, unknown>>): PayoutReport | undefined {
  const { key, outcome, amount } = fields;
  const place = typeof key === 'string' ? readPayoutKey(key) : undefined;
  const arrived = parseAmount(amount);
  if (place === undefined || arrived === undefined) return undefined;
  const said = textOf(outcome === 'paid' ? fields['reference'] : fields['proof']);
  if (said === undefined) return undefined;
  if (outcome === 'paid') return { ...place, amount: arrived, outcome: { kind: 'paid', reference: said } };
  if (outcome !== 'failed') return undefined;
  return { ...place, amount: arrived, outcome: { kind: 'failed', proof: said } };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > TEXT_CHARS_MAX || UNSEEN.test(value)) return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}
