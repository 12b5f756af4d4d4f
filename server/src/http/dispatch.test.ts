/** The checks of calls that do not arrive by a route. */
import { beforeEach, expect, it } from 'vitest';
import { ok } from '@candor/domain/outcome.ts';
import { calls } from '@candor/protocol/features.ts';
import { LIMITS } from '../limits.ts';
import type { CallContext, Handlers } from '../calls/handler.ts';
import { VISITOR } from './caller-checks.ts';
import type { Caller } from './caller-checks.ts';
import { Dispatcher } from './dispatch.ts';
import type { AskedCall } from './dispatch.ts';

const customer: Caller = { customer: 100_001n, session: 1n, status: 'active' };
const facts = { address: '127.0.0.1', agent: 'a robot', host: 'localhost', language: 'en' } as const;
const cancel = { id: '7' };
let made: { input: unknown; context: CallContext }[];

function dispatcher({ customerPerMinute = 6000 } = {}): Dispatcher {
  const handle = (input: unknown, context: CallContext) => {
    made.push({ input, context });
    return Promise.resolve(ok({}));
  };
  return new Dispatcher({
    handlers: Object.fromEntries(Object.keys(calls).map((name) => [name, handle])) as unknown as Handlers,
    sessions: { find: () => undefined },
    mode: 'live',
    onError: (error) => expect.fail(error.message),
    now: () => 0,
    rates: { addressPerMinute: 6000, customerPerMinute },
  });
}

const asked = (more: Partial<AskedCall> = {}): AskedCall => ({
  ...{ caller: customer, facts, fields: cancel, idempotencyKey: 'key-1' },
  ...more,
});

async function refusalOf(name: string, more: Partial<AskedCall> = {}, of = dispatcher()) {
  const { outcome } = await of.dispatch(name, asked(more));
  return outcome.ok ? undefined : outcome.refusal;
}

beforeEach(() => {
  made = [];
});

it('passes the caller, the facts, the key and the text of an unsigned order to the handler', async () => {
  expect(await refusalOf('POST order/cancel')).toBeUndefined();
  const [call] = made;
  expect(call?.context).toMatchObject({ customer: 100_001n, idempotencyKey: 'key-1', agent: 'a robot' });
  expect(call?.context.order?.text).toMatch(
    /^candor-order-v1\|POST order\/cancel\|key-1\|[0-9a-f]{64}\|-\|0\|0$/,
  );
});

it('refuses a call that is not in the table of this mode, and one that takes a file', async () => {
  for (const name of ['POST nothing', 'constructor', 'POST demo/start_over', 'POST upload']) {
    expect(await refusalOf(name)).toMatchObject({ code: 'not_found' });
  }
  expect(made).toEqual([]);
});

it.each([
  [
    'a frozen customer who opens a trade',
    'POST coin/trade',
    { ...customer, status: 'frozen' },
    'account_frozen',
  ],
  ['a locked customer', 'POST order/cancel', { ...customer, status: 'locked' }, 'account_locked'],
  ['a closed account', 'POST order/cancel', { ...customer, status: 'closed' }, 'session_ended'],
  ['a visitor', 'POST order/cancel', VISITOR, 'session_ended'],
] as const)('refuses %s', async (_who, name, caller, code) => {
  expect(await refusalOf(name, { caller })).toMatchObject({ code });
  expect(made).toEqual([]);
});

it('refuses an invalid key and invalid input, and names the field', async () => {
  const long = 'k'.repeat(LIMITS.http.idempotencyKeyCharsMax + 1);
  for (const idempotencyKey of [long, 'a b', '', '~waiting-5']) {
    const refusal = await refusalOf('POST order/cancel', { idempotencyKey });
    expect(refusal).toMatchObject({ code: 'parameter_wrong', field: 'Idempotency-Key' });
  }
  expect(await refusalOf('GET currency/new_timeshar', { fields: {} })).toMatchObject({
    code: 'parameter_missing',
  });
  expect(made).toEqual([]);
});

it('accepts a server-generated key that extends the signed request’s own key, but none that extends another’s', async () => {
  const signedBy = (requestId: string): Caller => ({
    ...{ customer: 100_001n, session: 0n, status: 'active' },
    key: { id: 1n, code: 'k', scopes: new Set(['trade']), proof: Buffer.alloc(32), requestId } as never,
  });
  const of = { caller: signedBy('~key-a'), idempotencyKey: '~key-a-0' };
  expect(await refusalOf('POST order/cancel', of)).toBeUndefined();
  expect(made.map(({ context }) => context.idempotencyKey)).toEqual(['~key-a-0']);
  for (const idempotencyKey of ['~key-b-0', '~key-ab-0', '~waiting-5'])
    expect(await refusalOf('POST order/cancel', { ...of, idempotencyKey })).toMatchObject({
      code: 'parameter_wrong',
    });
  expect(made).toHaveLength(1);
});

it('refuses an order with a signature that no key of the customer made', async () => {
  const order = { body: '{}', signature: `-|0|1|${'a'.repeat(64)}|${'b'.repeat(128)}` };
  expect(await refusalOf('POST order/cancel', { order })).toMatchObject({ field: 'Candor-Order' });
  expect(made).toEqual([]);
});

it('counts the calls of a customer together', async () => {
  const of = dispatcher({ customerPerMinute: 12 });
  expect(await refusalOf('POST order/cancel', {}, of)).toBeUndefined();
  expect(await refusalOf('GET user/info', { fields: {} }, of)).toBeUndefined();
  expect(await refusalOf('POST order/cancel', {}, of)).toMatchObject({ code: 'too_many_requests' });
});
