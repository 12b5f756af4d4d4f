/**
 * A local payment provider that accepts payments, responds slowly or not at all, drops connections, and reports when it chooses:
 * nothing is paid twice, and no money is returned before the outcome is certain.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { PaymentProvider } from '@candor/testing/payment-provider.ts';
import type { Manner } from '@candor/testing/payment-provider.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { isFromProvider, readReport } from './callback.ts';
import { sendPayouts } from './sender.ts';
import { providerReports } from './reports.ts';

type Shown = ConsoleOutput<'GET withdrawal'>;
const TOKEN = 'a-token-of-the-provider-of-this-test';
/** The error shown to operators for each behaviour of the provider. */
const TROUBLES: Readonly<Record<Manner, RegExp>> = {
  takes: /^$/,
  nothing: /timeout/,
  breaks: /fetch failed: .+/,
  fails: /the provider answered 500/,
  redirects: /fetch failed: .*redirect/,
};

let world: WithdrawalsDoor;
let provider: PaymentProvider;
let names = 0;
const told: string[] = [];

beforeAll(async () => {
  world = await openWithdrawalsDoor();
  provider = await PaymentProvider.open();
});
afterAll(async () => {
  await provider.close();
  await world.close();
});
beforeEach(() => {
  provider.heard.length = 0;
  provider.manner = 'takes';
  told.length = 0;
});

async function approved() {
  names += 1;
  const payee = await world.customer(`paid${names}`);
  const id = await payee.out();
  const seen = { customer: String(payee.book), id, amount: '100' };
  await world.act('rosa', 'POST withdrawal_decide', {
    ...{ ...seen, address: payee.address.address, verdict: 'approve' },
  });
  return { payee, id, seen, key: `w-${payee.book}-${id}` };
}

const send = (manner: Manner = 'takes') => {
  provider.manner = manner;
  return sendPayouts({
    pool: world.door.pool,
    provider: { url: provider.url, token: TOKEN },
    now: world.now,
    onError: (error) => told.push(`${error.message}: ${(error.cause as Error).message}`),
    // A short timeout is used only for a provider that doesn't respond.
    tryMs: manner === 'nothing' ? 300 : 10_000,
  });
};

const later = (ms: number) => {
  world.door.clock.aheadMs += ms;
};

async function handover(payee: Payee, id: string) {
  const of = { customer: String(payee.book), id };
  return ((await world.act('rosa', 'GET withdrawal', of)) as ConsoleOutput<'GET withdrawal'>).payout;
}

/** Sends a report through the provider's callback. */
async function report(fields: Record<string, unknown>): Promise<string> {
  const read = readReport(fields);
  if (read === undefined) return 'request_illegal';
  const deps = { pool: world.door.pool, submitAct: world.submitAct, now: world.now };
  const said = providerReports({ ...deps, onError: (error) => told.push(error.message) });
  const outcome = await said(read);
  return outcome.ok ? 'ok' : outcome.refusal.code;
}

const hash = (at: number) => at.toString(16).padStart(64, '0');
const paidAs = (key: string, reference: string) => ({ key, outcome: 'paid', amount: '99.9', reference });
const failedAs = (key: string) => ({ key, outcome: 'failed', amount: '99.9', proof: 'never broadcast' });

describe('submitting a payment to the provider', () => {
  it('sends the amount, the address and the payment’s key, until the provider acknowledges the payment', async () => {
    const { payee, id, key } = await approved();
    await send();
    expect(provider.heard).toEqual([
      {
        payment: { key, currency: 'USDT', network: 'tron', address: payee.address.address, amount: '99.9' },
        authorization: `Bearer ${TOKEN}`,
        header: key,
      },
    ]);
    expect(await handover(payee, id)).toEqual({ attempts: 1, acknowledged: true, trouble: null });
    later(48 * 60 * MINUTE_MS);
    await send();
    expect(provider.heard).toHaveLength(1);
    // The acknowledgement doesn't complete the withdrawal.
    expect(await payee.list()).toMatchObject([{ status: 'waiting' }]);
    expect(await report(paidAs(key, hash(1)))).toBe('ok');
  });

  it.each([
    ['freeze', 'account_frozen'],
    ['lock', 'account_locked'],
  ] as const)(
    'waits after a %s until the account is released, and operators see the reason',
    async (change, why) => {
      const { payee, id, key } = await approved();
      const shown = async () =>
        (await world.act('rosa', 'GET withdrawal', { customer: String(payee.book), id })) as Shown;
      await changeStandingOf(world.door.pool, payee.name, change);
      await send();
      later(60 * MINUTE_MS);
      await send();
      expect(provider.heard).toEqual([]);
      expect(await shown()).toMatchObject({ status: 'waiting', paused: why });
      expect((await shown()).payout).toEqual({ attempts: 0, acknowledged: false, trouble: null });
      // A frozen customer can read the reason; a locked one can't log in.
      if (change === 'freeze') expect(await payee.list()).toMatchObject([{ status: 'waiting', paused: why }]);
      await changeStandingOf(world.door.pool, payee.name, 'release');
      expect(await shown()).toMatchObject({ status: 'waiting', paused: null });
      await send();
      expect(provider.heard.map(({ payment }) => payment.key)).toEqual([key]);
      // After the handover, a report is accepted whatever the account's standing.
      await changeStandingOf(world.door.pool, payee.name, change);
      expect(await shown()).toMatchObject({ status: 'waiting', paused: null });
      expect(await report(paidAs(key, hash(change === 'freeze' ? 901 : 902)))).toBe('ok');
      expect(await shown()).toMatchObject({ status: 'success', paused: null });
    },
  );

  it('is not retried while the account is frozen after an unacknowledged attempt', async () => {
    const { payee, key } = await approved();
    await send('fails');
    await changeStandingOf(world.door.pool, payee.name, 'freeze');
    later(10 * MINUTE_MS);
    await send();
    expect(provider.heard).toHaveLength(1);
    expect(await payee.list()).toMatchObject([{ status: 'waiting', paused: 'account_frozen' }]);
    await changeStandingOf(world.door.pool, payee.name, 'release');
    await send();
    expect(provider.heard.map(({ payment }) => payment.key)).toEqual([key, key]);
  });

  it('is skipped by a process that pauses for more than twenty seconds between claiming and sending it', async () => {
    const { payee, id, seen, key } = await approved();
    let asked = 0;
    await sendPayouts({
      pool: world.door.pool,
      provider: { url: provider.url, token: TOKEN },
      // The payment is claimed on time, but then the machine pauses.
      now: () => {
        asked += 1;
        if (asked === 3) later(MINUTE_MS / 2 + 1);
        return world.now();
      },
      onError: (error) => told.push(error.message),
    });
    expect([provider.heard, told]).toEqual([[], []]);
    const not = { ...seen, outcome: 'failed', reason: 'payout_impossible', proof: 'never sent' } as const;
    expect(await world.act('theo', 'POST withdrawal_settle', not)).toMatchObject({ status: 'failed' });
    later(60 * MINUTE_MS);
    await send();
    expect(provider.heard.filter(({ payment }) => payment.key === key)).toEqual([]);
    expect(await handover(payee, id)).toMatchObject({ attempts: 1, acknowledged: false });
  });

  it('is retried with the same key until the provider acknowledges the payment, and returns no money meanwhile', async () => {
    const { payee, id, key } = await approved();
    const manners: Manner[] = ['nothing', 'breaks', 'fails', 'redirects', 'nothing'];
    for (const [at, manner] of manners.entries()) {
      await send(manner);
      await send(manner);
      expect(provider.heard, manner).toHaveLength(at + 1);
      expect(await handover(payee, id)).toMatchObject({ attempts: at + 1, acknowledged: false });
      expect((await handover(payee, id))?.trouble, manner).toMatch(TROUBLES[manner]);
      expect(await payee.list()).toMatchObject([{ status: 'waiting', reason: null }]);
      expect(await payee.money()).toEqual({ spot: '900', frozen: '100' });
      later(2 ** at * MINUTE_MS);
    }
    await send();
    expect(new Set(provider.heard.map(({ payment, header }) => `${payment.key} ${String(header)}`))).toEqual(
      new Set([`${key} ${key}`]),
    );
    expect(provider.heard).toHaveLength(6);
    expect(told).toHaveLength(5);
    expect(await payee.journals()).toEqual(['withdrawal_hold']);
    expect(await report(paidAs(key, hash(2)))).toBe('ok');
    expect(await payee.journals()).toEqual(['withdrawal_hold', 'withdrawal_pay']);
  });

  it('is attempted only once if several processes run concurrently', async () => {
    const { key } = await approved();
    await Promise.all([send(), send(), send()]);
    expect(provider.heard.map(({ payment }) => payment.key)).toEqual([key]);
    expect(await report(failedAs(key))).toBe('ok');
  });

  it('prevents a manual settlement as failed while an attempt may be in flight, and is skipped after a manual settlement', async () => {
    const { payee, seen, key } = await approved();
    const failed = { ...seen, outcome: 'failed', reason: 'payout_impossible', proof: 'never sent' } as const;
    const trying = send('nothing');
    await expect.poll(() => provider.heard.length).toBe(1);
    expect(await world.act('theo', 'POST withdrawal_settle', failed)).toBe('busy');
    await trying;
    expect(await world.act('theo', 'POST withdrawal_settle', failed)).toBe('busy');
    later(MINUTE_MS / 2);
    expect(await world.act('theo', 'POST withdrawal_settle', failed)).toMatchObject({ status: 'failed' });
    later(MINUTE_MS);
    await send();
    expect(provider.heard).toHaveLength(1);
    expect(await payee.money()).toEqual({ spot: '1000', frozen: '0' });
    // If the provider paid nevertheless, the customer isn't charged, and operators see the report.
    expect(await report(paidAs(key, hash(3)))).toBe('order_state_wrong');
    expect(told.at(-1)).toMatch(/is failed: the provider says of 99.9: paid as/);
    expect((await handover(payee, seen.id))?.trouble).toMatch(/paid as 0+3/);
    expect(await payee.money()).toEqual({ spot: '1000', frozen: '0' });
  });

  it('prevents a manual settlement as failed for a day if the provider has acknowledged the payment', async () => {
    const { payee, seen, key } = await approved();
    const failed = {
      ...seen,
      outcome: 'failed',
      reason: 'payout_impossible',
      proof: 'they said so',
    } as const;
    await send();
    later(23 * 60 * MINUTE_MS);
    expect(await world.act('theo', 'POST withdrawal_settle', failed)).toBe('busy');
    expect(await payee.money()).toEqual({ spot: '900', frozen: '100' });
    expect(await report(paidAs(key, hash(10)))).toBe('ok');
    // If the provider never reports, an operator may do so after a day.
    const other = await approved();
    await send();
    later(25 * 60 * MINUTE_MS);
    const lost = {
      ...other.seen,
      outcome: 'failed',
      reason: 'payout_impossible',
      proof: 'confirmed',
    } as const;
    expect(await world.act('theo', 'POST withdrawal_settle', lost)).toMatchObject({ status: 'failed' });
  });

  it('concurrently with a manual settlement as failed either sends the payment or returns the money, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { payee, seen, key } = await approved();
      provider.heard.length = 0;
      const failed = {
        ...seen,
        outcome: 'failed',
        reason: 'payout_impossible',
        proof: 'never sent',
      } as const;
      const settle = () => world.act('theo', 'POST withdrawal_settle', failed);
      const sending = send();
      const settled = await (round % 2 === 0 ? settle() : sending.then(settle));
      await sending;
      const sent = provider.heard.some(({ payment }) => payment.key === key);
      const isBack = (await payee.money()).spot === '1000';
      expect([sent, isBack, settled === 'busy']).toEqual(sent ? [true, false, true] : [false, true, false]);
      if (sent) expect(await report(failedAs(key))).toBe('ok');
    }
  });
});

describe('a report', () => {
  it('settles the payment once, and ten concurrent copies of it receive the same answer', async () => {
    const { payee, key } = await approved();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(paidAs(key, hash(4)))));
    expect(new Set(answers)).toEqual(new Set(['ok']));
    expect(await report(paidAs(key, `0x${hash(4)}`))).toBe('ok');
    expect(await payee.journals()).toEqual(['withdrawal_hold', 'withdrawal_pay']);
    expect(await payee.records()).toEqual(['rosa withdrawal.approve', 'payout-provider withdrawal.paid']);
    expect(await payee.list()).toMatchObject([{ status: 'success', paid_reference: hash(4) }]);
    // A contradicting report changes nothing.
    expect(await report(failedAs(key))).toBe('order_state_wrong');
    expect(await report(paidAs(key, hash(5)))).toBe('order_state_wrong');
    expect(await payee.money()).toEqual({ spot: '900', frozen: '0' });
    expect(told).toHaveLength(2);
  });

  it('after a manual settlement is accepted if it agrees, and refused otherwise', async () => {
    const { payee, seen, key } = await approved();
    await world.act('theo', 'POST withdrawal_settle', { ...seen, outcome: 'paid', reference: hash(6) });
    expect(await report(paidAs(key, hash(6)))).toBe('ok');
    expect(await report(paidAs(key, hash(7)))).toBe('order_state_wrong');
    expect(await payee.records()).toEqual(['rosa withdrawal.approve', 'theo withdrawal.paid']);
  });

  it('of failure returns the money only once', async () => {
    const { payee, key } = await approved();
    expect(await Promise.all([report(failedAs(key)), report(failedAs(key))])).toEqual(['ok', 'ok']);
    expect(await payee.money()).toEqual({ spot: '1000', frozen: '0' });
    expect(await payee.journals()).toEqual(['withdrawal_hold', 'withdrawal_release']);
    expect(await payee.notices()).toContain('withdrawal_failed');
  });

  it('settles nothing if the amount differs, the reference is invalid or already used, or the withdrawal isn’t waiting for a payment', async () => {
    const { payee, key, id } = await approved();
    expect(await report({ ...paidAs(key, hash(8)), amount: '100' })).toBe('order_state_wrong');
    expect(await report(paidAs(key, 'not a transaction'))).toBe('order_state_wrong');
    expect(await report(paidAs(key, hash(4)))).toBe('order_state_wrong');
    expect((await handover(payee, id))?.trouble).toMatch(/paid as/);
    expect(await report(paidAs(`w-${payee.book}-1`, hash(8)))).toBe('not_found');
    expect(await payee.list()).toMatchObject([{ status: 'waiting' }]);
    names += 1;
    const early = await world.customer(`early${names}`);
    const unasked = await early.out();
    expect(await report(paidAs(`w-${early.book}-${unasked}`, hash(9)))).toBe('order_state_wrong');
    expect(await early.list()).toMatchObject([{ status: 'under_review' }]);
  });

  test.each<[Record<string, unknown>]>([
    [{}],
    [{ key: 'w-1-2', outcome: 'paid', amount: '1' }],
    [{ key: 'w-1-2', outcome: 'paid', amount: '1', reference: ' ' }],
    [{ key: 'w-1-2', outcome: 'paid', amount: '1e3', reference: 'x' }],
    [{ key: 'w-1-2', outcome: 'paid', amount: 1, reference: 'x' }],
    [{ key: 'w-1-2', outcome: 'paid', amount: '1', reference: 'x\u001fy' }],
    [{ key: 'w-1-2', outcome: 'failed', amount: '1', reference: 'x' }],
    [{ key: 'w-1-2', outcome: 'refunded', amount: '1', proof: 'x' }],
    [{ key: ['w-1-2'], outcome: 'paid', amount: '1', reference: 'x' }],
  ])('is rejected if malformed: %o', (fields) => {
    expect(readReport(fields)).toBeUndefined();
  });

  it('is parsed into the withdrawal, the amount and the outcome', () => {
    expect(readReport(failedAs('w-5-7'))).toEqual({
      ...{ book: 5n, id: 7n, amount: amount('99.9') },
      outcome: { kind: 'failed', proof: 'never broadcast' },
    });
  });
});

test('doesn’t submit payments that were approved before the provider was configured', async () => {
  const byHand = await openWithdrawalsDoor({ byProvider: false });
  try {
    const payee = await byHand.customer('byhand');
    const seen = { customer: String(payee.book), id: await payee.out(), amount: '100' };
    const { address } = payee.address;
    await byHand.act('rosa', 'POST withdrawal_decide', { ...seen, address, verdict: 'approve' });
    await sendPayouts({
      ...{ pool: byHand.door.pool, provider: { url: provider.url, token: TOKEN }, now: byHand.now },
      onError: (error) => told.push(error.message),
    });
    expect(provider.heard).toEqual([]);
    const paid = { ...seen, outcome: 'paid', reference: hash(11) } as const;
    expect(await byHand.act('theo', 'POST withdrawal_settle', paid)).toMatchObject({ status: 'success' });
  } finally {
    await byHand.close();
  }
});

test('accepts the provider’s token only if it matches exactly', () => {
  expect(isFromProvider(`Bearer ${TOKEN}`, TOKEN)).toBe(true);
  for (const wrong of [
    undefined,
    '',
    TOKEN,
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `bearer ${TOKEN}`,
    `Bearer ${TOKEN.slice(1)}`,
  ]) {
    expect(isFromProvider(wrong, TOKEN), wrong).toBe(false);
  }
});
