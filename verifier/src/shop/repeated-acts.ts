/**
 * Actions that are repeated after an outage: they are signed again, and answered with the receipt of the attempt that was accepted.
 */
import { hashOfText, readLeaf, readReceiptHeader } from '../receipt/texts.ts';
import { tradeKey } from './notebook.ts';
import type { PendingAct } from './notebook.ts';
import { messageOf } from './wire.ts';
import type { Answer, Call, KeptReceipt } from './wire.ts';

/**
 * A platform refuses a signature whose time is minutes away, so an older action is signed again, with the same
 * key.
 */
const SIGNED_MAX_MS = 60_000;

type Accepted = Extract<Answer, { readonly ok: true }>;
type Listed = {
  readonly text: string;
  readonly receipt: {
    readonly text: string;
    readonly signature: string;
    readonly leaf: string;
    readonly place: number;
    readonly path: readonly string[];
  };
};

/** Refusals after which an attempt may still have been accepted. */
const UNDECIDED: ReadonlySet<string> = new Set(['busy', 'try_again', 'too_many_requests', 'session_ended']);

export const isFinal = (error: string): boolean => !UNDECIDED.has(error);

/** The trade that an action ends, if it is accepted. */
export function endedBy({ name, fields }: PendingAct): string | undefined {
  const product =
    name === 'POST order/cancel' ? 'spot' : name === 'POST lever/close' ? 'position' : undefined;
  return product && tradeKey(product, String(fields['id']));
}

/** The action with a signature made at this time, unless it is recent. */
export function signedNow(act: PendingAct, nowMs: number): PendingAct {
  const { signed } = act;
  if (signed === undefined || Math.abs(nowMs - signed.deviceMs) <= SIGNED_MAX_MS) return act;
  return { ...act, signed: { ...signed, deviceMs: nowMs } };
}

/**
 * Returns the answer with the text that an earlier attempt signed, which is looked up among the newest signed orders that
 * the platform lists.
 */
export async function withReceipt(call: Call, key: string, answer: Accepted): Promise<Accepted> {
  const { receipt } = answer;
  if (receipt === undefined || isOf(receipt)) return answer;
  const message = messageOf('GET receipts/orders', await call('GET receipts/orders'));
  const { items = [] } = message as { readonly items?: readonly Listed[] };
  const found = items.find(({ text }) => text.split('|')[2] === key);
  return found === undefined ? answer : { ...answer, receipt: { ...receipt, ...keptOf(found) } };
}

/** Whether a receipt is for the order text stored with it. */
function isOf({ header, order }: KeptReceipt): boolean {
  const leaf = readLeaf(readReceiptHeader(header)?.leaf ?? '');
  return leaf?.orderHash === hashOfText(order);
}

function keptOf({ text: order, receipt }: Listed): Pick<KeptReceipt, 'header' | 'order'> {
  const { text, signature, leaf, place, path } = receipt;
  return {
    order,
    header: [text, signature, leaf, place, path.length === 0 ? '-' : path.join(',')].join(' '),
  };
}
