/** Replacements of orders that may not be cancelled, so that both the old and the new order could fill. */
import { ok } from '@candor/domain/outcome.ts';
import { expect, test } from 'vitest';
import { Account } from './account.ts';
import type { AccountDeps } from './account.ts';
import type { Order } from './account-view.ts';
import type { Market } from './market-view.ts';
import { replace } from './order-replace.ts';
import { Asked } from './parameters.ts';
import { OrderCount } from './weights.ts';

const old = {
  ...{ id: '7', symbol: 'BTC/USDT', side: 'buy', type: 'limit', to_symbol: null, quantity: '0.001' },
  ...{ filled_quantity: '0', fee_rate: '0.001', price: '100', stop_price: null, triggered_seq: null },
  ...{ time_in_force: 'GTC', expires_at: null, client_order_id: 'old', status: 'open', reason: null },
  ...{ cancel_asked_at: null, created_at: 1, updated_at: 1, legs: [] },
} as unknown as Order;

/** Replaces an order whose cancellation leaves it in the given state. */
async function replaced(mode: string, left: Partial<Order>) {
  let isAsked = false;
  let nowMs = 0;
  const placed: string[] = [];
  const answers: Readonly<Record<string, () => unknown>> = {
    'GET coin/list': () => ({ items: [isAsked ? { ...old, ...left } : old], next: null }),
    'POST order/cancel': () => {
      isAsked = true;
      return { id: '7', status: 'open' };
    },
    'POST coin/trade': () => {
      placed.push('new');
      return { id: '7', status: 'open', legs: [] };
    },
  };
  const deps: AccountDeps = {
    dispatcher: { dispatch: (name) => Promise.resolve({ outcome: ok(answers[name]?.()) }) },
    orderCount: new OrderCount(),
    now: () => (nowMs += 500),
    houseNow: () => nowMs,
  };
  const account = new Account({ customer: 1n } as Account['caller'], {} as never, deps);
  const given = {
    ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '100' },
    ...{ cancelReplaceMode: mode, cancelOrderId: '7', newClientOrderId: 'new' },
  };
  const asked = new Asked(new Map(Object.entries(given)));
  const market = { termsAt: undefined, wallNow: () => 0 } as unknown as Market;
  const result = await replace({ account, asked, market });
  return { placed, said: result.ok ? result.value : result.failure };
}

const filled: Partial<Order> = { status: 'filled' };
const waits: Partial<Order> = { cancel_asked_at: 1 };
const cancelled: Partial<Order> = { status: 'cancelled', reason: 'customer' };

test.each([
  ['filled after all', filled, 'Unknown order sent.'],
  ['waits for the price that cancels it', waits, expect.stringContaining('next price')],
] as const)('an old order that %s is not replaced', async (_, left, msg) => {
  expect(await replaced('STOP_ON_FAILURE', left)).toMatchObject({
    placed: [],
    said: {
      code: -2022,
      data: {
        ...{ cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', newOrderResponse: null },
        cancelResponse: { code: -2011, msg },
      },
    },
  });
  // A caller that allows failures gets both orders.
  expect(await replaced('ALLOW_FAILURE', left)).toMatchObject({
    placed: ['new'],
    said: { code: -2021, data: { cancelResult: 'FAILURE', newOrderResult: 'SUCCESS' } },
  });
});

test('an old order that was cancelled is replaced', async () => {
  const { placed, said } = await replaced('STOP_ON_FAILURE', cancelled);
  expect(placed).toEqual(['new']);
  expect(said).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
});
