/** This device's knowledge of the receipt of a trade's order, compared with the trade as the platform shows it now. */
import type { Finding } from '@candor/verifier/findings.ts';
import { outcomeFindings } from './order-receipts.ts';
import type { ShownTrade } from './order-receipts.ts';
import { recordsOf } from './order-records.ts';
import type { OrderRecord } from './order-records.ts';
import { tradeOf } from './subject.ts';
import type { Subject } from './subject.ts';

export type ReceiptOnDevice = {
  /**
   * `none`: no order of this trade was sent from this device, or its record is gone; `unknown`: an earlier attempt was accepted,
   * whose receipt did not arrive.
   */
  readonly state: 'logged' | 'waiting' | 'wrong' | 'unknown' | 'none';
  /** Whether this device signed the order. */
  readonly isSigned: boolean;
  /** When the platform signed the receipt, and when witnesses saw it in the log, in milliseconds; undefined if not known yet. */
  readonly signedMs: number | undefined;
  readonly loggedMs: number | undefined;
  readonly findings: readonly Finding[];
};

const NONE: ReceiptOnDevice = {
  ...{ state: 'none', isSigned: false, findings: [] },
  ...{ signedMs: undefined, loggedMs: undefined },
};

export async function receiptOf(subject: Subject): Promise<ReceiptOnDevice> {
  const trade = tradeOf(subject);
  const record = trade === undefined ? undefined : await recordBefore(trade, shownOf(subject));
  if (record === undefined) return NONE;
  const { readBatch, readReceiptHeader } = await import('@candor/verifier/receipt/texts.ts');
  const receipt = record.receipt === undefined ? undefined : readReceiptHeader(record.receipt);
  const found = record.finding === undefined ? [] : [record.finding];
  const findings = [...found, ...(await outcomeFindings(record, shownOf(subject)))];
  const { state } = record;
  return {
    ...{ findings, loggedMs: record.loggedMs },
    state: findings.length > 0 ? 'wrong' : state === 'sent' ? 'waiting' : state,
    isSigned: record.attempts.every(({ signature }) => signature !== undefined),
    signedMs: receipt && readBatch(receipt.text)?.atMs,
  };
}

/** A position may be closed in parts: the order of a part is the newest that was accepted before its fill. */
async function recordBefore(trade: string, { filledSeq }: ShownTrade): Promise<OrderRecord | undefined> {
  const records = recordsOf(trade);
  if (filledSeq === undefined || records.length < 2) return records[0];
  const { readLeaf, readReceiptHeader } = await import('@candor/verifier/receipt/texts.ts');
  const seqOf = ({ receipt = '' }: OrderRecord): number =>
    readLeaf(readReceiptHeader(receipt)?.leaf ?? '')?.acceptedSeq ?? 0;
  return records.find((one) => seqOf(one) <= filledSeq) ?? records[0];
}

function shownOf(subject: Subject): ShownTrade {
  if (subject.kind === 'fill') return { filledSeq: subject.fill.tape_seq };
  const { accepted_seq: acceptedSeq, accepted_ms: acceptedMs } = subject.ticket;
  return { acceptedSeq, acceptedMs };
}
