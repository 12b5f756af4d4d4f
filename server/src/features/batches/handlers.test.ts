/** Sending a customer's batch: in which order, and how many of its orders at a time. */
import { expect, test } from 'vitest';
import type { CallContext, FurtherCall, MakeCall } from '../../calls/handler.ts';
import { LIMITS } from '../../limits.ts';
import { batchHandlers } from './handlers.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ordersOf = (count: number) => ({
  orders: Array.from({ length: count }, (_, at) => ({ call: 'POST coin/trade' as const, fields: { at } })),
});
const answered = { status: 200, answer: { type: 'ok', code: 1, message: {} } } as const;

/** Records calls, which the test marks as queued or answered when it chooses. */
class Calls {
  readonly made: { readonly call: FurtherCall; readonly answer: () => void }[] = [];

  readonly make: MakeCall = (call) =>
    new Promise((resolve) => this.made.push({ call, answer: () => resolve(answered) }));

  get places(): unknown[] {
    return this.made.map(({ call }) => call.fields['at']);
  }
}

const contextOf = (calls: Calls, idempotencyKey?: string): CallContext =>
  ({ customer: 7n, idempotencyKey, makeCall: calls.make }) as unknown as CallContext;

test('sends each order only after the previous one is queued or answered', async () => {
  const calls = new Calls();
  const done = batchHandlers()['POST orders/batch'](ordersOf(3), contextOf(calls, 'key'));
  await turn();
  expect(calls.places).toEqual([0]);
  calls.made[0]?.call.onQueued();
  await turn();
  expect(calls.places).toEqual([0, 1]);
  calls.made[1]?.answer();
  await turn();
  expect(calls.places).toEqual([0, 1, 2]);
  calls.made[2]?.answer();
  calls.made[0]?.answer();
  expect(await done).toMatchObject({ ok: true, value: { accepted: 3, refused: 0 } });
  expect(calls.made.map(({ call }) => [call.idempotencyKey, call.isCounted])).toEqual([
    ['key-0', false],
    ['key-1', true],
    ['key-2', true],
  ]);
});

test('limits all of a customer’s batches together to half of the customer’s queue', async () => {
  const calls = new Calls();
  const handle = batchHandlers()['POST orders/batch'];
  const both = [handle(ordersOf(20), contextOf(calls)), handle(ordersOf(20), contextOf(calls))];
  const all = LIMITS.commands.waitingBookMax / 2;
  let given = 0;
  while (given < 40) {
    for (let more = true; more;) {
      const before = calls.made.length;
      for (const { call } of calls.made) call.onQueued();
      await turn();
      more = calls.made.length > before;
    }
    expect(calls.made.length - given).toBe(Math.min(all, 40 - given));
    calls.made[given]?.answer();
    given += 1;
    await turn();
  }
  for (const done of await Promise.all(both)) expect(done).toMatchObject({ value: { accepted: 20 } });
});
