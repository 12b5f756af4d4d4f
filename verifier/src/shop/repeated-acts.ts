/** Acts that are repeated after an outage: they are signed again, and a repeated one is answered without its receipt. */
import type { PendingAct } from './notebook.ts';
import { messageOf } from './wire.ts';
import type { Answer, Call, KeptReceipt } from './wire.ts';

/** A platform refuses a signature whose time is minutes away, so an older act is signed again under its key. */
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

/** The act with a signature of this time, unless it is recent. */
export function signedNow(act: PendingAct, nowMs: number): PendingAct {
  const { signed } = act;
  if (signed === undefined || Math.abs(nowMs - signed.deviceMs) <= SIGNED_MAX_MS) return act;
  return { ...act, signed: { ...signed, deviceMs: nowMs } };
}

/** The answer with the receipt that an earlier attempt got, from the newest orders that the platform says were signed. */
export async function withReceipt(call: Call, key: string, answer: Accepted): Promise<Accepted> {
  const { receipt } = answer;
  if (receipt === undefined || receipt.header !== '') return answer;
  const message = messageOf('GET receipts/orders', await call('GET receipts/orders'));
  const { items = [] } = message as { readonly items?: readonly Listed[] };
  const found = items.find(({ text }) => text.split('|')[2] === key);
  return found === undefined ? answer : { ...answer, receipt: { ...receipt, ...keptOf(found) } };
}

function keptOf({ text: order, receipt }: Listed): Pick<KeptReceipt, 'header' | 'order'> {
  const { text, signature, leaf, place, path } = receipt;
  return {
    order,
    header: [text, signature, leaf, place, path.length === 0 ? '-' : path.join(',')].join(' '),
  };
}
