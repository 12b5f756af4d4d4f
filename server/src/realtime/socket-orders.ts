/**
 * Orders over the socket: the event `call`, whose acknowledgement is the answer that a request with the same fields would have
 * received. The app makes the call, so that keys, receipts, refusals and rates are those of requests.
 */
import type { IncomingMessage } from 'node:http';
import { clientEvents } from '@candor/protocol/channels.ts';
import type { AnsweredOrder, AskedOrder } from '@candor/protocol/batches/schemas.ts';
import * as v from 'valibot';
import type { Credential } from './private-events.ts';

/** Makes a call for the holder of a token or of a key; without either it is refused. */
export type MakeOrder = (from: {
  readonly credential: Credential | undefined;
  /** The request that opened the connection. */
  readonly request: IncomingMessage;
  readonly order: AskedOrder;
}) => Promise<AnsweredOrder>;

/** Undefined if the event is malformed. */
export function orderIn(event: unknown): AskedOrder | undefined {
  const parsed = v.safeParse(clientEvents.call, event, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}

/** The acknowledgement of a malformed event, in the form of a refusal. */
export const MALFORMED: AnsweredOrder = {
  status: 400,
  answer: { type: 'error', code: 0, error: 'request_illegal', params: {} },
};
