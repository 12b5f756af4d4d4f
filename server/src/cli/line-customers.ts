/** Parses the commands for a customer's verification, standing and credit score. */
import { creditSetReasons } from '@candor/protocol/standing/console.ts';
import { factorResetReasons } from '@candor/protocol/security/console.ts';
import { standingReasons } from '@candor/protocol/standing/schemas.ts';
import { verificationReasons } from '@candor/protocol/verification/schemas.ts';
import type { OperatorTask } from './line.ts';
import { noteOf, reasonOf, unknown } from './words.ts';
import type { Values } from './words.ts';

export const CUSTOMERS_HELP = `  kyc list                      pending verifications, oldest first
  kyc show <customer>           what the customer submitted; recorded in the log, and the customer sees that it was viewed
  kyc document <customer> front|back --out <file>
                                writes the image to a new file; recorded in the log as well
  kyc approve <customer>        verifies the customer, with the country of the document
  kyc reject <customer>         needs --reason
  customer freeze|lock|release <customer>
                                needs --reason
  factor reset <customer>       resets the count of wrong codes, and with --reason lost removes the second factors; needs --reason
  credit set <customer> <score> sets the credit score, 0 to 100; needs --reason
`;

export const CUSTOMERS_REASONS = `                    of kyc: ${verificationReasons.join(', ')};
                    of customer: ${standingReasons.join(', ')};
                    of factor: ${factorResetReasons.join(', ')};
                    of credit: ${creditSetReasons.join(', ')}
`;

/** Viewing a decided verification requires a --note that names the case. */
export function readKycTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, what, customer, side, extra] = words;
  if (what === 'list' && customer === undefined) return { kind: 'kyc list' };
  const isDocument = what === 'document';
  if (what !== 'show' && what !== 'approve' && what !== 'reject' && !isDocument) return unknown(words);
  if (customer === undefined) return `Name the customer: kyc ${what} <customer>.`;
  const note = noteOf(values);
  if (isDocument) {
    if ((side !== 'front' && side !== 'back') || extra !== undefined) {
      return 'Name the side: kyc document <customer> front or back.';
    }
    const out = values.out ?? '';
    return out === ''
      ? 'Give --out, the file to write to.'
      : { kind: 'kyc document', customer, side, out, note };
  }
  if (side !== undefined) return unknown(words);
  if (what === 'show') return { kind: 'kyc show', customer, note };
  if (what === 'approve') {
    if (values.reason !== undefined) return 'An approval has no --reason; a --note goes into the log.';
    return { kind: 'kyc verdict', customer, verdict: { kind: what, note } };
  }
  const reason = reasonOf(values, verificationReasons);
  return typeof reason === 'string'
    ? reason
    : { kind: 'kyc verdict', customer, verdict: { kind: what, reason: reason.code, note } };
}

export function readStandingTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, change, customer, extra] = words;
  if ((change !== 'freeze' && change !== 'lock' && change !== 'release') || extra !== undefined) {
    return unknown(words);
  }
  if (customer === undefined) return `Name the customer: customer ${change} <customer>.`;
  const reason = reasonOf(values, standingReasons);
  return typeof reason === 'string'
    ? reason
    : { kind: 'customer standing', customer, change, reason: reason.code, note: noteOf(values) };
}

/** The --note states how a customer who lost their factors proved their identity. */
export function readFactorTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, what, customer, extra] = words;
  if (what !== 'reset' || extra !== undefined) return unknown(words);
  if (customer === undefined) return 'Name the customer: factor reset <customer>.';
  const reason = reasonOf(values, factorResetReasons);
  if (typeof reason === 'string') return reason;
  const note = noteOf(values);
  if (reason.code === 'lost' && note === undefined) {
    return 'Give a --note on how the customer has proven their identity.';
  }
  return { kind: 'factor reset', customer, reason: reason.code, note };
}

export function readCreditTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, what, customer, score, extra] = words;
  if (what !== 'set' || extra !== undefined) return unknown(words);
  if (customer === undefined || score === undefined || !/^\d{1,3}$/.test(score)) {
    return 'Name the customer and the score: credit set <customer> <score>.';
  }
  const reason = reasonOf(values, creditSetReasons);
  return typeof reason === 'string'
    ? reason
    : { kind: 'credit set', customer, score: Number(score), reason: reason.code, note: noteOf(values) };
}
