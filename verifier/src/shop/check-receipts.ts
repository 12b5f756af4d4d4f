/** Compares the outcomes of a shopper's orders with the receipts that the platform signed for them. */
import { isSignedBy } from '../crypto.ts';
import type { ClockStep } from '../house-time.ts';
import { mayHaveSigned } from '../keys/follow-keys.ts';
import type { FollowedKey } from '../keys/follow-keys.ts';
import { checkReceipt } from '../receipt/check-receipt.ts';
import type { Outcome } from '../receipt/check-receipt.ts';
import { readBatch, readLeaf, readReceiptHeader } from '../receipt/texts.ts';
import type { Receipt } from '../receipt/texts.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import { called } from './check-trades.ts';
import { fillsOf } from './fills-of.ts';
import type { KeptTrade, Notebook } from './notebook.ts';
import { tradeKey } from './notebook.ts';
import type { KeptReceipt } from './wire.ts';

export type ReceiptLog = {
  /** The logged text of a batch of receipts, by its number; undefined if the watch has not seen one. */
  readonly batch: (number: number) => string | undefined;
  /** The witnesses' time of the newest checkpoint that the watch followed, in milliseconds. */
  readonly witnessedMs: number | undefined;
  /** The logged steps of a demo's time. */
  readonly steps: readonly ClockStep[];
};

type Deps = ReceiptLog & {
  /** The platform's keys that sign tapes and receipts, oldest first. */
  readonly keys: readonly FollowedKey[];
  readonly deviceKey: string;
};

/** Compares each receipt again whenever its trade has changed, and until its batch is in the log. */
export function checkReceipts(notebook: Notebook, deps: Deps): readonly Alarm[] {
  return Object.values(notebook.trades).flatMap((trade) => {
    // Receipts are compared with the platform's current answers.
    const kept = { ...trade, seen: trade.shown ?? trade.seen };
    const key = tradeKey(kept.product, kept.id);
    const { receipt: given } = kept;
    const isMissing = notebook.missing[key] === true;
    const fields = ['status', 'accepted_seq', 'accepted_ms'].map((name) => String(kept.seen[name]));
    const state = [...fields, fillsOf(kept).length, isMissing].join(' ');
    const isDone = notebook.receipts[key] === state && notebook.logged[key] === true;
    if (given === undefined || isDone) return [];
    notebook.receipts[key] = state;
    return compare(notebook, kept, { given, isMissing, deps });
  });
}

type Compared = { readonly given: KeptReceipt; readonly isMissing: boolean; readonly deps: Deps };

function compare(
  notebook: Notebook,
  kept: KeptTrade,
  { given, isMissing, deps }: Compared,
): readonly Alarm[] {
  const receipt = readReceiptHeader(given.header);
  const batch = receipt && readBatch(receipt.text);
  if (receipt === undefined || batch === undefined)
    return [alarm('receipt_invalid', `The receipt of ${called(kept)} is malformed.`, given.header)];
  const key = tradeKey(kept.product, kept.id);
  if (deps.batch(batch.number) === receipt.text) notebook.logged[key] = true;
  const outcome = isMissing ? 'missing' : outcomeOf(notebook, kept);
  return checkReceipt({
    ...{ receipt, order: given.order, answer: given.answer, verify: isSignedBy },
    platformKey: signerOf(receipt, deps.keys),
    ...{ outcome, signedOrders: [], deviceKeys: [deps.deviceKey] },
    absentMs: notebook.logged[key] === true ? undefined : deps.witnessedMs,
    steps: deps.steps,
  });
}

/**
 * The key that signed the receipt, if it was in use at the acceptance; otherwise the newest key, with which the receipt then
 * fails.
 */
function signerOf({ text, signature, leaf }: Receipt, keys: readonly FollowedKey[]): string {
  const acceptedMs = readLeaf(leaf)?.acceptedMs ?? 0;
  const signer = keys.find(
    ({ publicKey }) => mayHaveSigned(keys, publicKey, acceptedMs) && isSignedBy(signature, text, publicKey),
  );
  return (signer ?? keys.at(-1))?.publicKey ?? '';
}

/** The outcome of the order according to the platform. An end that the shopper requested needs no proof. */
function outcomeOf({ asked }: Notebook, kept: KeptTrade): Outcome {
  const { product, id, seen } = kept;
  const [fill] = fillsOf(kept);
  const isEndedByCustomer = seen['reason'] === 'customer' && asked[tradeKey(product, id)] !== true;
  const { accepted_ms: ms, accepted_seq: seq } = seen;
  return {
    id,
    ...(typeof ms === 'number' && { acceptedMs: ms }),
    ...(typeof seq === 'number' && { acceptedSeq: seq }),
    ...(fill !== undefined && { filledSeq: fill.tape_seq }),
    isEndedByCustomer,
  };
}
