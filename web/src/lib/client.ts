/**
 * Makes calls of the protocol's table. Resolves with every answer from the server, including refusals, and rejects only if no
 * answer arrives.
 */
import { answered, endOf, readAnswer } from '@candor/client/answers.ts';
import { formOf } from '@candor/client/fields.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { isForAnybody, isForVisitors, isIdempotent, isOrder, setsWhole } from './call-facts.ts';
import { commandOf, forgetKey, hasKey, keyFor } from './idempotency-keys.ts';
import { KEPT_AT_HEADER } from './kept-at.ts';
import type { OrderSigner, OrderToSign } from './order-signer.ts';
import { ORDER_HEADER, RECEIPT_HEADER } from '@candor/protocol/receipts/texts.ts';
import { isUndecided } from '@candor/protocol/undecided.ts';

export type ClientDeps = {
  /** Ends with a slash: "/api/". */
  readonly baseUrl: string;
  token(): string | undefined;
  language(): string;
  /** The key of a visitor's conversation on this device; undefined before the first message. */
  visitorKey(): string | undefined;
  /** Called on a refusal other than the end of the session. */
  onRefusal(refusal: RefusalEnvelope): void;
  /** Called when the server no longer accepts this token. */
  onSessionEnded(refusal: RefusalEnvelope, token: string | undefined): void;
  /**
   * Called for every call. The returned function is called when the answer arrives, for a cached answer with the time at which it
   * was received, in milliseconds.
   */
  onCall(name: CallName): (keptAtMs: number | undefined) => void;
  /** Signs orders and keeps their receipts; undefined if there is no such program. */
  orderSigner?(): OrderSigner | undefined;
  /** Shows the loading line; the returned function hides it. */
  startLoading(): () => void;
};

export type CallOptions = {
  /** For background calls: shows neither toasts nor the loading line. */
  readonly quiet?: boolean;
  /** Shows no toasts for refusals, because the caller shows them. */
  readonly showsRefusal?: boolean;
  readonly signal?: AbortSignal;
};

export type Client = <Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  options?: CallOptions,
) => Promise<Envelope<CallOutput<Name>>>;

type Prepared = {
  readonly url: string;
  readonly init: RequestInit;
  readonly command: string | undefined;
  /** Present if the call is an order that is signed or whose receipt is kept. */
  readonly order?: { readonly signer: OrderSigner; readonly sent: OrderToSign } | undefined;
};

async function prepare(
  deps: ClientDeps,
  name: CallName,
  input: Readonly<Record<string, unknown>>,
): Promise<Prepared> {
  const space = name.indexOf(' ');
  const method = name.slice(0, space);
  const path = name.slice(space + 1);
  const fields = { ...input, lang: deps.language() };
  const headers: Record<string, string> = {};
  const token = deps.token();
  if (token !== undefined && !isForVisitors(name)) headers['authorization'] = token;
  const visitorKey = token === undefined && isForAnybody(name) ? deps.visitorKey() : undefined;
  if (visitorKey !== undefined) headers['visitor-key'] = visitorKey;
  if (method === 'GET') {
    return {
      url: `${deps.baseUrl}${path}?${formOf(fields)}`,
      init: { method, headers },
      command: undefined,
    };
  }
  const command = isIdempotent(name) && !setsWhole(name, input) ? await commandOf(name, input) : undefined;
  const isRepeat = command !== undefined && hasKey(command);
  if (isIdempotent(name))
    headers['idempotency-key'] = command === undefined ? crypto.randomUUID() : keyFor(command);
  const asForm = isForVisitors(name);
  headers['content-type'] = asForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = asForm ? formOf(fields).toString() : JSON.stringify(fields);
  const symbol = typeof input['symbol'] === 'string' ? input['symbol'] : undefined;
  const idempotencyKey = headers['idempotency-key'] ?? '';
  const signer = isOrder(name) ? deps.orderSigner?.() : undefined;
  const order = signer && { signer, sent: { name, idempotencyKey, body, symbol, isRepeat } };
  const header = await order?.signer.sign(order.sent);
  if (header !== undefined) headers[ORDER_HEADER] = header;
  return { url: `${deps.baseUrl}${path}`, init: { method, headers, body }, command, order };
}

/** Sends an order again without its signature if the platform refuses the signature: a wrong clock must not stop trading. */
async function send({ url, init, order }: Prepared, signal: AbortSignal) {
  const response = await fetch(url, { ...init, signal });
  const answer = await readAnswer(response);
  const headers = init.headers as Record<string, string>;
  if (order === undefined || !(ORDER_HEADER in headers) || !isSignatureRefused(answer.envelope))
    return { response, ...answer };
  const { [ORDER_HEADER]: _refused, ...unsigned } = headers;
  await order.signer.leaveUnsigned(order.sent);
  const again = await fetch(url, { ...init, headers: unsigned, signal });
  return { response: again, ...(await readAnswer(again)) };
}

function isSignatureRefused(envelope: Envelope<never>): boolean {
  return (
    envelope.type === 'error' &&
    envelope.error === 'parameter_wrong' &&
    envelope.params['field']?.toString().toLowerCase() === ORDER_HEADER
  );
}

function noteAnswer(
  { order }: Prepared,
  { response, envelope, text }: Awaited<ReturnType<typeof send>>,
): void {
  if (order === undefined) return;
  order.signer.answered({
    idempotencyKey: order.sent.idempotencyKey,
    outcome: isUndecided(envelope) ? 'open' : envelope.type === 'ok' ? 'accepted' : 'refused',
    receipt: response.headers.get(RECEIPT_HEADER),
    body: text,
  });
}

export function createClient(deps: ClientDeps): Client {
  return async (name, input, options = {}) => {
    const token = deps.token();
    const prepared = await prepare(deps, name, input);
    const signal = endOf(options.signal);
    const endLoading = options.quiet === true ? undefined : deps.startLoading();
    const onAnswer = deps.onCall(name);
    const make = async () => {
      const answer = await send(prepared, signal);
      const { response, envelope } = answer;
      const keptAt = response.headers.get(KEPT_AT_HEADER);
      noteAnswer(prepared, answer);
      onAnswer(keptAt === null ? undefined : Number(keptAt));
      if (prepared.command !== undefined && !isUndecided(envelope)) forgetKey(prepared.command);
      if (envelope.type === '999') deps.onSessionEnded(envelope, token);
      else if (envelope.type === 'error' && options.quiet !== true && options.showsRefusal !== true) {
        deps.onRefusal(envelope);
      }
      return envelope;
    };
    return answered(name, options.signal, make).finally(() => endLoading?.());
  };
}
