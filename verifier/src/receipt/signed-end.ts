/** Whether a device signed that an order or position was to end. */
import type { SignatureCheck } from '../crypto.ts';
import { hashOfText, readOrder } from './texts.ts';
import type { OrderText } from './texts.ts';

/** An order as a device signed it, with the body that it sent. Keys and signatures are in lower-case hex. */
export type SignedOrder = {
  readonly text: string;
  readonly body: string;
  readonly device_key: string;
  readonly signature: string;
};

/** Calls that end the order or position whose number is in the body, and calls that end all. */
const ENDS = new Set(['POST order/cancel', 'POST lever/cancel', 'POST lever/close', 'POST lever/whclose']);
const ENDS_ALL = new Set(['POST order/cancel_all', 'POST lever/cancel_all', 'POST lever/dealall']);
/** How far the clocks of a customer's devices may differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

type Own = { readonly deviceKeys: readonly string[]; readonly verify: SignatureCheck };

/** Whether one of the given devices signed this order over this body. */
export function isSignedByDevice(order: SignedOrder, { deviceKeys, verify }: Own): boolean {
  const read = readOrder(order.text);
  return (
    read !== undefined &&
    read.bodyHash === hashOfText(order.body) &&
    deviceKeys.includes(order.device_key) &&
    verify(order.signature, order.text, order.device_key)
  );
}

/**
 * Whether it is the signed request to end the order or position with this number, which was placed by `placed`. A request to end
 * all counts only for what was placed before it, or an old one could be used again.
 */
export function isEndOf(
  signed: SignedOrder,
  { id, placed }: { readonly id: string; readonly placed: OrderText },
  own: Own,
): boolean {
  const read = readOrder(signed.text);
  const body = fieldsOf(signed.body);
  if (read === undefined || body === undefined) return false;
  const isAll =
    ENDS_ALL.has(read.call) &&
    read.deviceMs >= placed.deviceMs - CLOCKS_DIFFER_MS &&
    (body['symbol'] === undefined || body['symbol'] === placed.symbol);
  return (isAll || (ENDS.has(read.call) && body['id'] === id)) && isSignedByDevice(signed, own);
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
