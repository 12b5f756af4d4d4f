/** Formats an answer for a batch or a socket: it is the one that a separate request would have received. */
import { refusals } from '@candor/protocol/features.ts';
import { writeReceipt } from '@candor/protocol/receipts/texts.ts';
import type { FurtherAnswer } from '../calls/handler.ts';
import { refusalEnvelope } from './answer.ts';
import type { Made } from './dispatch.ts';

export function enveloped({ outcome, receipt }: Made): FurtherAnswer {
  if (!outcome.ok) {
    const { refusal } = outcome;
    return { status: refusals[refusal.code].status, answer: refusalEnvelope(refusal) };
  }
  return {
    status: 200,
    answer: { type: 'ok', code: 1, message: outcome.value },
    ...(receipt === undefined ? {} : { receipt: writeReceipt(receipt) }),
  };
}
