/**
 * Orders over the socket: the event `call`, whose acknowledgement is the answer that a request with the same fields would have
 * received. They are made through the table of calls, so that keys, receipts, refusals and rates are the same as for requests.
 */
import type { IncomingMessage } from 'node:http';
import { clientEvents } from '@candor/protocol/channels.ts';
import type { AnsweredOrder, AskedOrder } from '@candor/protocol/batches/schemas.ts';
import * as v from 'valibot';
import type { Credential } from './private-events.ts';

/** Makes a call for the holder of a token or of a key. Without either, it is refused. */
export type MakeOrder = (from: {
  readonly credential: Credential | undefined;
  /** The request that opened the connection. */
  readonly request: IncomingMessage;
  readonly order: AskedOrder;
}) => Promise<AnsweredOrder>;

/** Parses an order. Returns undefined if the event is malformed. */
export function orderIn(event: unknown): AskedOrder | undefined {
  const parsed = v.safeParse(clientEvents.call, event, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}

/** The acknowledgement of a malformed event, in the form of a refusal. */
export const MALFORMED: AnsweredOrder = {
  status: 400,
  answer: { type: 'error', code: 0, error: 'request_illegal', params: {} },
};
