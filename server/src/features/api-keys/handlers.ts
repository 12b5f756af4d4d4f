/** Handlers of the API key calls: creating a key, revoking it, and confirming or declining the orders that it requested. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Submit } from '../../calls/submit.ts';
import type { CallAnswer, CallContext, Handler, Handlers } from '../../calls/handler.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import {
  keyProof,
  newCode,
  newSecret,
  proofHash,
  sealedFor,
  secretText,
} from '../../identity/api-keys/signature.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { LIMITS } from '../../limits.ts';
import { answerWaiting, createKey, revokeKey } from './commands.ts';
import { keyView, readWanted, waitingView } from './reading.ts';
import { keysOf, waitingOf, waitingRequest } from './store.ts';

/** Places and amends orders as the customer's own; supplied by another feature. */
export type CustomerOrders = {
  readonly place: Handler<'POST coin/trade'>;
  readonly amend: Handler<'POST order/amend'>;
};

export type ApiKeysDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly vault: Pick<Vault, 'seal'>;
  readonly confirmation: Pick<Confirmation, 'check'>;
  /** Clears this server's cached data about a customer's keys. */
  readonly keyed: { readonly forget: (customer: bigint) => void };
  readonly isOffered: (symbol: string) => boolean;
  readonly orders: CustomerOrders;
  readonly now: () => number;
};

type ApiKeyCalls = Extract<keyof Handlers, `${string} api_keys${string}`>;

const seconds = (ms: number): number => Math.floor(ms / 1000);
const rowIdOf = (id: string): bigint | undefined => (/^\d{1,18}$/.test(id) ? BigInt(id) : undefined);

export function apiKeysHandlers(deps: ApiKeysDeps): Pick<Handlers, ApiKeyCalls> {
  const { pool, submit, keyed, now } = deps;
  return {
    'GET api_keys': async (_, { customer }) => {
      const items = (await keysOf(pool, customer)).map(keyView);
      return ok({ items, max: LIMITS.apiKeys.keysMax, now: seconds(now()) });
    },
    'POST api_keys/create': (body, context) => create(deps, body, context),
    'POST api_keys/revoke': async ({ id, ...given }, context) => {
      const key = rowIdOf(id);
      if (key === undefined) return refuse('not_found', { field: 'id' });
      const violation = await deps.confirmation.check(context.customer, given, context);
      if (violation !== undefined) return violation;
      const done = await submit({ command: revokeKey, input: { id: key }, body: {}, context: once(context) });
      keyed.forget(context.customer);
      return done;
    },
    'GET api_keys/waiting': async (_, { customer }) => {
      const nowMs = now();
      return ok({ items: (await waitingOf(pool, customer, nowMs)).map(waitingView), now: seconds(nowMs) });
    },
    'POST api_keys/confirm': (body, context) => confirm(deps, body, context),
    'POST api_keys/decline': async (body, context) => {
      const id = rowIdOf(body.id);
      if (id === undefined) return refuse('api_order_over', { field: 'id' });
      return submit({ command: answerWaiting, input: { id, to: 'declined' }, body, context });
    },
  };
}

/** Submits the call without an idempotency key, because a stored answer would contain the secret. */
function once({ customer, session, proof }: CallContext) {
  return { customer, session, idempotencyKey: undefined, ...(proof === undefined ? {} : { proof }) };
}

/** The request is validated before the confirmation is checked, so that an invalid request doesn't use up a code. */
async function create(
  { submit, vault, confirmation, keyed, isOffered }: ApiKeysDeps,
  body: CallInput<'POST api_keys/create'>,
  context: CallContext,
): Promise<CallAnswer<'POST api_keys/create'>> {
  const wanted = readWanted(body, isOffered);
  if (!wanted.ok) return wanted;
  const violation = await confirmation.check(context.customer, body, context);
  if (violation !== undefined) return violation;
  const [code, secret] = [newCode(), newSecret()];
  const input = {
    ...wanted.value,
    code,
    sealed: vault.seal(secret, sealedFor(code)).toString('hex'),
    proofHash: proofHash(keyProof(secret)).toString('hex'),
  };
  const made = await submit({ command: createKey, input, body: {}, context: once(context) });
  if (!made.ok) return made;
  keyed.forget(context.customer);
  const shown = wanted.value.kind === 'hmac-sha256' ? { secret: secretText(secret) } : {};
  return ok({ id: made.value.id, key: code, ...shown });
}

/**
 * Confirms a pending order: places the order for the customer, or makes the requested amendment. The idempotency key is derived
 * from the order's number, so that a repeated confirmation places no second order.
 */
async function confirm(
  { pool, submit, orders }: ApiKeysDeps,
  { id: said }: CallInput<'POST api_keys/confirm'>,
  context: CallContext,
): Promise<CallAnswer<'POST api_keys/confirm'>> {
  const id = rowIdOf(said);
  const request = id === undefined ? undefined : await waitingRequest(pool, context.customer, id);
  if (id === undefined || request === undefined) return refuse('api_order_over', { field: 'id' });
  const input = { id, to: 'confirmed' } as const;
  const confirmed = await submit({
    command: answerWaiting,
    input,
    body: { id: said },
    context: once(context),
  });
  if (!confirmed.ok) return confirmed;
  const as = { ...context, idempotencyKey: `~waiting-${id}` };
  // The schema accepted these fields when the program sent the request.
  const done =
    request['amends'] === undefined
      ? await orders.place(request as CallInput<'POST coin/trade'>, as)
      : await orders.amend(amendmentIn(request), as);
  return done.ok ? ok({ order: done.value.id }) : (done as CallAnswer<'POST api_keys/confirm'>);
}

/**
 * The amendment that the program requested, with every price and the quantity as shown to the customer. All values are stated in
 * full because the program may have amended the order since then.
 */
function amendmentIn(request: Readonly<Record<string, unknown>>): CallInput<'POST order/amend'> {
  const { client_order_id: _, ...changes } = request['changes'] as CallInput<'POST order/amend'>;
  const { amends, quantity, price, stop_price } = request as Readonly<Record<string, string | undefined>>;
  return {
    ...{ ...changes, id: amends, quantity },
    ...(price === undefined ? {} : { price }),
    ...(stop_price === undefined ? {} : { stop_price }),
  };
}
