/**
 * A new demo with its history, on a whole server: the history contains everything promised, the books and proofs are valid, and
 * a second demo gets the same story.
 */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../../../app/breaches.ts';
import { verifyAudit } from '../../../operators/audit.ts';

/** Limit for a machine with two idle cores. */
const STORY_MAX_MS = 60_000;
const DAY_S = 86_400;

async function openStory(): Promise<WholeServer> {
  const feed = { kind: 'simulated', seed: 'story', fillAgeMs: 4_000 } as const;
  const server = await openWholeServer({ demoHistory: true, apart: true, feed });
  onTestFinished(() => server.stop());
  const startedMs = performance.now();
  await expect
    .poll(async () => (await server.call('GET demo')).body, { timeout: 600_000, interval: 500 })
    .toMatchObject({ message: { history: null, ahead_ms: 0 } });
  expect(performance.now() - startedMs).toBeLessThan(grantedMs(STORY_MAX_MS));
  // No line of the script was refused or failed.
  expect(
    server.logLines.filter((text) => text.startsWith('demo history') && !text.includes('are ready')),
  ).toEqual([]);
  return server;
}

function asking(server: WholeServer, token: string) {
  return async <Name extends CallName>(name: Name, fields: CallRequest<Name>): Promise<CallOutput<Name>> => {
    const { body } = await server.call(name, { token, fields: fields as Record<string, unknown> });
    if (body.type !== 'ok') throw new Error(`expected an answer to ${name}, got ${JSON.stringify(body)}`);
    return body.message as CallOutput<Name>;
  };
}

/** Returns the parts of the story that depend neither on prices nor on the day on which it is played. */
async function summaryOf(server: WholeServer, at: 0 | 1) {
  const ask = asking(server, await server.login(at));
  const limit = 100;
  const [deposits, withdrawals, loans, fund, orders] = await Promise.all([
    ask('GET chargelist/log', { limit }),
    ask('GET cashlist/log', { limit }),
    ask('GET lh/loan/order', { limit }),
    ask('GET lh/deposit/order', { limit }),
    ask('GET coin/list', { limit }),
  ]);
  const [contracts, forex, options, alerts, plans, chat] = await Promise.all([
    ask('POST lever/my_trade', { limit }),
    ask('POST lever/my_wh_trade', { limit }),
    ask('GET microtrade/lists', { limit }),
    ask('GET price_alerts', {}),
    ask('GET recurring/plans', {}),
    ask('GET chat/messages', {}),
  ]);
  const positions = [...contracts.items, ...forex.items];
  return {
    deposits: deposits.items.map(({ currency, amount, status, reason }) => [
      currency,
      amount,
      status,
      reason,
    ]),
    withdrawals: withdrawals.items.map(({ currency, amount, status, hold }) => [
      currency,
      amount,
      status,
      hold?.reason,
    ]),
    loans: loans.items.map(({ amount, days, status }) => [amount, days, status]),
    fund: fund.items.map(({ amount, status, reason, paid_days: days }) => [amount, status, reason, days]),
    // The quantity of a recurring purchase depends on the price, so it is left out.
    orders: orders.items.flatMap(({ symbol, side, type, status, quantity }) =>
      type === 'market' && symbol === 'BTC/USDT' ? [] : [[symbol, side, type, quantity, status]],
    ),
    positions: positions.map((row) => [row.symbol, row.side, row.quantity, row.status]),
    options: options.map(({ symbol, side, stake, status }) => [symbol, side, stake, status !== 'open']),
    alerts: alerts.items.map(({ symbol, direction }) => [symbol, direction]),
    plans: plans.items.map(({ symbol, amount, bought }) => [symbol, amount, bought.times]),
    chat: chat.items.map(({ from, text }) => [from, text]),
  };
}

async function holds(server: WholeServer): Promise<void> {
  // Runs as the database owner without a statement timeout, because auditing weeks of a market exceeds the server's timeout.
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  try {
    expect(await breaches(owner)).toEqual([]);
    expect(await verifyAudit(owner)).toMatchObject({ violation: undefined });
  } finally {
    await owner.end();
  }
}

test(
  'gives a new demo three weeks of history that passes every check, and gives a second demo the same history',
  { timeout: 900_000 },
  async () => {
    const server = await openStory();
    const [lena, wei] = [await summaryOf(server, 0), await summaryOf(server, 1)];
    expect(new Set(lena.deposits.map(([, , status]) => status))).toEqual(
      new Set(['success', 'failed', 'under_review']),
    );
    expect(lena.withdrawals.map(([, , status]) => status)).toEqual(['under_review', 'success']);
    expect(lena.loans.map(([, , status]) => status)).toEqual(['disbursed', 'settled']);
    expect(lena.fund.filter(([, status]) => status === 'ended').every(([, , , days]) => days === 3)).toBe(
      true,
    );
    expect(lena.fund[0]).toMatchObject(['9000', 'in_progress', null, 1]);
    expect(lena.plans).toEqual([['BTC/USDT', '100', 18]]);
    expect(lena.alerts).toHaveLength(2);
    expect(lena.options.every(([, , , isOver]) => isOver)).toBe(true);
    expect(wei.withdrawals[0]).toEqual(['BTC', '0.02', 'under_review', 'security_check']);

    const ask = asking(server, await server.login());
    const { items: open } = await ask('POST lever/my_trade', { status: 'holding' });
    expect(open.map(({ symbol }) => symbol)).toEqual(['SOL/USDT', 'BTC/USDT']);
    for (const row of open) expect([row.take_profit, row.stop_loss]).not.toContain(null);
    const tickets = await ask('GET microtrade/lists', { limit: 100 });
    expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(['won', 'lost']));
    const invited = await ask('GET user/invite', {});
    expect(invited.invited_direct).toBe(1);
    expect(Number(invited.direct)).toBeGreaterThan(0);
    const history = await ask('GET portfolio/history', {});
    expect(history.points.length).toBeGreaterThanOrEqual(21);

    const rosa = await openConsoleLine(server, 'rosa');
    const { items: cases } = await rosa.done('GET cases', {});
    const kinds = new Set(cases.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['chat', 'deposit', 'kyc', 'leverage', 'loan', 'withdrawal']);
    expect(cases.length).toBeGreaterThanOrEqual(12);
    const sam = await openConsoleLine(server, 'sam');
    expect(await sam.done('GET chat_canned', {})).toHaveLength(4);
    const news = await ask('POST news/list', { kind: 'news' });
    expect(news.items.some(({ title }) => title === 'Buy a little every day')).toBe(true);
    const clock = await sam.done('GET clock', {});
    expect(Math.abs(clock.time - Date.now() / 1000)).toBeLessThan(DAY_S / 24);
    await holds(server);

    const again = await openStory();
    expect([await summaryOf(again, 0), await summaryOf(again, 1)]).toEqual([lena, wei]);
  },
);
