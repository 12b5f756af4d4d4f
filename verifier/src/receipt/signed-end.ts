/** Whether a device signed a request to end an order or position. */
import { readPromise } from './promise.ts';
import type { PlatformKeys, Promised } from './promise.ts';
import { hashOfText, readOrder } from './texts.ts';
import type { OrderText, Receipt } from './texts.ts';

/** An order as a device signed it, with the body that it sent. Keys and signatures are in lower-case hex. */
export type SignedOrder = {
  readonly text: string;
  readonly body: string;
  readonly device_key: string;
  readonly signature: string;
  /** The platform's receipt for the order, which says when the order was accepted. */
  readonly receipt?: Receipt;
};

/** Calls that end the order or position whose number is in the body, and calls that end all. */
const ENDS = new Set(['POST order/cancel', 'POST lever/cancel', 'POST lever/close', 'POST lever/whclose']);
const ENDS_ALL = new Set([
  'POST order/cancel_all',
  'POST lever/cancel_all',
  'POST lever/dealall',
  'POST orders/cancel_all',
]);
/** The maximum difference between the clocks of a customer's devices, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;
/**
 * The maximum difference between a device's clock and that of the batch, in milliseconds. With a greater maximum, an old
 * signature could be used again.
 */
const SIGNED_WITHIN_MS = 10 * 60_000;

type Own = { readonly deviceKeys: readonly string[]; readonly platform: PlatformKeys };
/** The order or position to be ended. Times are of the market clock, in milliseconds. */
type Placed = {
  readonly id: string;
  readonly order: OrderText;
  readonly acceptedMs: number;
  /** The device's key that signed the order to be ended, if known. */
  readonly by?: string | undefined;
  /** When the order or position ended; undefined if that is not known. */
  readonly endedMs?: number | undefined;
};

/** Whether one of the given devices signed this order over this body. */
export function isSignedByDevice(order: SignedOrder, { deviceKeys, platform: { verify } }: Own): boolean {
  const read = readOrder(order.text);
  return (
    read !== undefined &&
    read.bodyHash === hashOfText(order.body) &&
    deviceKeys.includes(order.device_key) &&
    verify(order.signature, order.text, order.device_key)
  );
}

/**
 * Whether `signed` is a request to end the placed order or position, and was accepted between the placement's acceptance and
 * its end, at about the time of its own signature. A request to end all orders applies only to those placed before it.
 */
export function isEndOf(signed: SignedOrder, placed: Placed, own: Own): boolean {
  const body = fieldsOf(signed.body);
  const promised =
    signed.receipt && readPromise({ receipt: signed.receipt, order: signed.text }, own.platform);
  if (promised === undefined || body === undefined || !isInTime(promised, placed)) return false;
  const { order } = promised;
  const isAll =
    ENDS_ALL.has(order.call) &&
    isSignedAfter(signed, order, placed) &&
    (body['symbol'] === undefined || body['symbol'] === placed.order.symbol);
  return (isAll || (ENDS.has(order.call) && body['id'] === placed.id)) && isSignedByDevice(signed, own);
}

function isInTime({ order, leaf, batch }: Promised, { acceptedMs, endedMs }: Placed): boolean {
  return (
    Math.abs(order.deviceMs - batch.atMs) <= SIGNED_WITHIN_MS &&
    leaf.acceptedMs >= acceptedMs &&
    (endedMs === undefined || leaf.acceptedMs <= endedMs)
  );
}

/** Compares times of the devices' clocks, which may differ between two devices of a customer. */
function isSignedAfter(
  { device_key: key }: SignedOrder,
  { deviceMs }: OrderText,
  { order, by }: Placed,
): boolean {
  return deviceMs >= order.deviceMs - (key === by ? 0 : CLOCKS_DIFFER_MS);
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
