/**
 * Signs the logged-in customer's orders with the key of this device, keeps the answers, and looks for the receipts in the
 * public log. A device without a key sends orders unsigned, and still keeps their receipts.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { NO_SYMBOL, orderText, writeOrderHeader } from '@candor/protocol/receipts/texts.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { createApi } from '../lib/api.ts';
import { createSignerPlace } from '../lib/order-signer.ts';
import type { AnsweredOrder, OrderSigner, OrderToSign } from '../lib/order-signer.ts';
import { useSession } from '../lib/session.ts';
import { createQuotes } from '../live/quotes.ts';
import type { QuoteStore } from '../live/quote-store.ts';
import { hashOf, openDeviceKey } from './device-key.ts';
import type { DeviceKey, NoKey } from './device-key.ts';
import { checkReceipts } from './order-receipts.ts';
import { accepted, changeRecord, forgetRecord, noteAttempt } from './order-records.ts';
import { quietly } from './quietly.ts';

/**
 * The first check is made when the log has usually been written, the last shortly after the time by which it must have been.
 */
const CHECK_AFTER_MS = [4000, 13_000] as const;
const AGAIN_MS = 60_000;
/** The text before the message of a successful answer; a brace follows it. */
const ANSWER_START = '{"type":"ok","code":1,"message":';
const SYMBOL = /^[A-Z]{3,5}\/[A-Z]{3,5}$/;

export type Signing = {
  readonly customer: string;
  /** The public key in hex with which this device signs, or why it signs nothing. */
  readonly key: string | NoKey;
};

/** Undefined before the customer and the key are known. */
export function createSigning(): StoreApi<{ readonly signing: Signing | undefined }> {
  return createStore<{ readonly signing: Signing | undefined }>(() => ({ signing: undefined }));
}

export function useSigning(): Signing | undefined {
  return useStore(useSlice(createSigning), ({ signing }) => signing);
}

/** Starts signing for the logged-in customer. The returned function stops it. */
export function startSigning(app: AppState): () => void {
  let stop = (): void => undefined;
  let since: string | undefined;
  const follow = (token: string | undefined): void => {
    if (token === since) return;
    since = token;
    stop();
    app.of(createSigning).setState({ signing: undefined });
    stop = token === undefined ? () => undefined : signFor(app, token);
  };
  follow(useSession.getState().token);
  const unfollow = useSession.subscribe(({ token }) => follow(token));
  return () => {
    unfollow();
    stop();
  };
}

/** Asks again later if the platform did not answer. */
function signFor(app: AppState, token: string): () => void {
  const { api } = app.of(createApi);
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => undefined;
  const again = (): void => {
    timer = setTimeout(() => void quietly(open()), AGAIN_MS);
  };
  const open = async (): Promise<void> => {
    const info = await api('GET user/info', {}, { quiet: true }).catch(() => undefined);
    if (isOver) return;
    if (info?.type !== 'ok') return again();
    const customer = info.message.id;
    const key = await openDeviceKey(api, customer, token);
    if (isOver) return;
    stop();
    const signer = signerOf(app, customer, typeof key === 'string' ? undefined : key);
    stop = app.of(createSignerPlace).signOrdersWith(signer);
    const signing = { customer, key: typeof key === 'string' ? key : key.publicKey };
    app.of(createSigning).setState({ signing });
    if (key === 'unreachable') again();
  };
  void quietly(open());
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}

function signerOf(app: AppState, customer: string, key: DeviceKey | undefined): OrderSigner {
  const note = async (order: OrderToSign, by: DeviceKey | undefined): Promise<string | undefined> => {
    const { text, signature, header } = await signedOrder(app.of(createQuotes).quoteStore, order, by);
    const { name: call, idempotencyKey, isRepeat: hasOlder } = order;
    noteAttempt({ customer, key: idempotencyKey, call, hasOlder, sentMs: Date.now() }, { text, signature });
    return header;
  };
  return {
    // A failure of the browser's cryptography must not stop an order.
    sign: (order) =>
      note(order, key).catch((failure: unknown) => {
        reportError(failure);
        return undefined;
      }),
    leaveUnsigned: async (order) => void (await note(order, undefined)),
    answered: (answer) => void quietly(keep(app, customer, answer)),
  };
}

type Signed = {
  readonly text: string;
  readonly signature: string | undefined;
  readonly header: string | undefined;
};

async function signedOrder(
  quoteStore: QuoteStore,
  { name: call, idempotencyKey, body, symbol }: OrderToSign,
  key: DeviceKey | undefined,
): Promise<Signed> {
  const bodyHash = await hashOf(body);
  if (key === undefined) {
    // The platform's text for an order without a signature.
    const named = symbol !== undefined && SYMBOL.test(symbol) ? symbol : NO_SYMBOL;
    const text = orderText({ call, idempotencyKey, bodyHash, symbol: named, seenSeq: 0, deviceMs: 0 });
    return { text, signature: undefined, header: undefined };
  }
  const said = {
    symbol: symbol ?? NO_SYMBOL,
    seenSeq: (symbol === undefined ? undefined : quoteStore.get(symbol)?.seq) ?? 0,
    deviceMs: Date.now(),
  };
  const text = orderText({ call, idempotencyKey, bodyHash, ...said });
  const signature = await key.sign(text);
  return { text, signature, header: writeOrderHeader({ ...said, publicKey: key.publicKey, signature }) };
}

async function keep(
  app: AppState,
  customer: string,
  { idempotencyKey, outcome, receipt, body }: AnsweredOrder,
) {
  if (outcome === 'open') return;
  if (outcome === 'refused') return forgetRecord(idempotencyKey);
  const answeredMs = Date.now();
  const answer = body.startsWith(ANSWER_START) ? body.slice(ANSWER_START.length, -1) : body;
  const answerHash = await hashOf(answer);
  changeRecord(idempotencyKey, (before) => accepted(before, { answeredMs, answer, answerHash, receipt }));
  for (const afterMs of CHECK_AFTER_MS) setTimeout(() => void quietly(checkReceipts(app, customer)), afterMs);
}
