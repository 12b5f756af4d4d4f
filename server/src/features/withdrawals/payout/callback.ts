/** What the payment provider says of a payment that it was handed: who may say it, and what can be said. */
import { hash, timingSafeEqual } from 'node:crypto';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { readPayoutKey } from './rows.ts';

export type PayoutReport = {
  readonly book: bigint;
  readonly id: bigint;
  /** What arrived, or did not. */
  readonly amount: Amount;
  readonly outcome:
    | { readonly kind: 'paid'; readonly reference: string }
    | { readonly kind: 'failed'; readonly proof: string };
};

const TEXT_CHARS_MAX = 500;
/** What nobody sees, and what takes lists of texts apart. */
const UNSEEN = /\p{C}/u;

/** Whether a header carries the token; as long for a wrong one, however much of it is right. */
export function isFromProvider(authorization: string | undefined, token: string): boolean {
  const given = authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : '';
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(token));
}

/** Reads {key, outcome, amount, reference} of a payment made, {key, outcome, amount, proof} of one that surely was not. */
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
