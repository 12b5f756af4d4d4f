/**
 * Deposits over time, with a clock that the test controls: overdue deposits, the day on which self-imposed limits count them,
 * and the audit of illegal changes.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowMoneyOfAnyTime } from '@candor/testing/any-time.ts';
import * as v from 'valibot';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { channels } from '@candor/protocol/channels.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { uploadOver, uploadParts } from '@candor/testing/uploads.ts';
import { Executor } from '../../commands/executor.ts';
import type { Publication } from '../../commands/facts.ts';
import { submitTo } from '../../calls/submit.ts';
import { LIMITS } from '../../limits.ts';
import { breaches } from '../../app/breaches.ts';
import { backlogOf, serviceLevelOf, waitingCases } from '../../operators/cases.ts';
import { submitActsTo } from '../../operators/submit-act.ts';
import { demoDepositWays, depositWaysOf } from '../../payments/deposit-methods.ts';
import { createLatest } from '../../quotes/latest.ts';
import { Terms } from '../../terms/terms.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import { ownLimitsHandlers } from '../own-limits/handlers.ts';
import { depositsConsoleHandlers } from './console-handlers.ts';
import { depositsHandlers } from './handlers.ts';
import { newPicture, newTransaction } from './testing/depositor.ts';
import { depositCases } from './work-queue.ts';
import { signing } from '@candor/testing/signing.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';

let door: IdentityDoor;
let executor: Executor;
const publications: Publication[] = [];
let operators: ReturnType<typeof depositsConsoleHandlers>;
/** The published terms; a test may publish others. */
const published = new Map(usualTerms({ instruments: [], coolOffSeconds: 0 }));

const context = {
  operator: { account: 'rosa', role: 'reviewer', person: 'rosa' },
  session: Buffer.alloc(32),
  ...{ idempotencyKey: undefined, address: '127.0.0.1', agent: '', device: undefined },
  served: { origin: 'http://localhost', rpId: 'localhost' },
} as const;

beforeAll(async () => {
  door = await openIdentityDoor({
    more: ({ pool, vault, now }) => {
      const deadline = { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now };
      executor = new Executor({
        ...{ pool, slots: [0], limits: LIMITS.commands, nowMs: now },
        onCommitted: (told) => publications.push(...told),
        log: (text, error) => door.errors.push(new Error(text, { cause: error })),
      });
      const submit = submitTo(executor, deadline);
      const unsigned = depositsConsoleHandlers({
        ...{ pool, vault, now, submitAct: submitActsTo(executor, deadline) },
        verifiedNameOf: () => Promise.resolve('Lena Maria Fischer'),
        isVerified: () => Promise.resolve(true),
        published: () => undefined,
      });
      operators = signing(unsigned, { pool, now });
      const terms = new Terms({ pool, usual: published, onError: (error) => door.errors.push(error) });
      const ways = depositWaysOf(demoDepositWays, { isPlayMoney: true });
      return {
        ...depositsHandlers({ pool, submit, ways, terms, latest: createLatest(), now }),
        ...ownLimitsHandlers({ pool, submit, jurisdictions: 'demo', now }),
      };
    },
  });
  await allowMoneyOfAnyTime(door);
  // The clock starts at noon, so that no test crosses midnight unintentionally.
  door.clock.aheadMs = (DAY_MS * 1.5 - (Date.now() % DAY_MS)) % DAY_MS;
});
afterAll(async () => {
  expect(await breaches(door.pool)).toEqual([]);
  expect(door.errors).toEqual([]);
  await executor.close();
  await door.close();
});

function message<Payload>(body: Envelope<unknown>): Payload {
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Payload;
}

async function handedIn(token: string, fields: Record<string, unknown> = {}): Promise<Envelope<unknown>> {
  const parts = [{ name: 'purpose', content: 'voucher' }, ...uploadParts(await newPicture()).slice(1)];
  const voucher = message<{ id: string }>((await uploadOver(door.app, token, parts)).body).id;
  const usual = { currency: 'USDT', network: 'tron', amount: '100', voucher };
  return (await door.call('POST wallet/charge_req', { token, fields: { ...usual, ...fields } })).body;
}

async function newest(token: string) {
  const { body } = await door.call('GET chargelist/log', { token });
  return message<CallOutput<'GET chargelist/log'>>(body).items[0];
}

async function customerOf(account: string): Promise<string> {
  return (
    (await door.pool.query<{ id: string }>('select id from customer where account = $1', [account])).rows[0]
      ?.id ?? ''
  );
}

const nowMs = () => Date.now() + door.clock.aheadMs;

test('reports a deposit as overdue after a day without a verdict, and still accepts a verdict', async () => {
  const token = await door.register('patient');
  const customer = await customerOf('patient');
  const { id } = message<{ id: string }>(await handedIn(token));
  const seen = async () => {
    const one = await operators['GET deposit']({ customer, id }, context);
    const all = await operators['GET deposits']({ customer }, context);
    const page = { after: undefined, limit: 10, nowMs: nowMs(), overdueOnly: false };
    const [waiting] = await waitingCases(door.pool, [depositCases], page);
    const { overdue } = await backlogOf(door.pool, depositCases, nowMs());
    if (!one.ok || !all.ok) throw new Error('deposit not found');
    return [
      (await newest(token))?.overdue,
      one.value.overdue,
      all.value.items[0]?.overdue,
      waiting?.view.overdue,
      overdue,
    ];
  };
  door.clock.aheadMs += 23 * HOUR_MS;
  expect(await seen()).toEqual([false, false, false, false, 0]);
  door.clock.aheadMs += 2 * HOUR_MS;
  expect(await seen()).toEqual([true, true, true, true, 1]);
  expect(await newest(token)).toMatchObject({ id, status: 'under_review' });

  const { value } = (await operators['GET deposit']({ customer, id }, context)) as {
    value: { voucher_hash: string };
  };
  const verdict = {
    customer,
    id,
    verdict: 'approve',
    amount: '100',
    ...value,
    reference: newTransaction(),
  } as const;
  expect(await operators['POST deposit_decide'](verdict, context)).toMatchObject({
    ok: true,
    value: { overdue: false },
  });
  expect(await newest(token)).toMatchObject({ status: 'success', overdue: false });
  expect(await backlogOf(door.pool, depositCases, nowMs())).toMatchObject({ count: 0, overdue: 0 });
  expect(await serviceLevelOf(door.pool, depositCases, nowMs())).toEqual({
    medianMinutes: 25 * 60,
    inTimeShare: 0,
  });
});

test('publishes each change to the customer’s devices, and flags the change that moved money', async () => {
  const token = await door.register('listening');
  const customer = await customerOf('listening');
  const { id } = message<{ id: string }>(await handedIn(token));
  const { value } = (await operators['GET deposit']({ customer, id }, context)) as {
    value: { voucher_hash: string };
  };
  const seen = { customer, id, amount: '100', voucher_hash: value.voucher_hash };
  await operators['POST deposit_decide']({ ...seen, verdict: 'await' }, context);
  await operators['POST deposit_decide'](
    { ...seen, verdict: 'approve', reference: newTransaction() },
    context,
  );
  const told = publications.filter(({ book }) => book === BigInt(customer));
  const heard = told.flatMap(({ events, prev, seq, moneyMoved }) =>
    events.map(({ name, payload }) => {
      const event = { ...payload(), prev: Number(prev), seq: Number(seq) };
      return [name, v.parse(channels.deposit.payload, event).deposit.status, moneyMoved];
    }),
  );
  expect(heard).toEqual([
    ['deposit', 'under_review', false],
    ['deposit', 'waiting', false],
    ['deposit', 'success', true],
  ]);
  // The events are numbered without a gap, so that a device notices a missed event.
  expect(told.slice(1).map(({ prev }) => prev)).toEqual(told.slice(0, -1).map(({ seq }) => seq));
});

test('returns the verified name with the image, audits the access, and masks the name after the decision', async () => {
  const token = await door.register('named');
  const customer = await customerOf('named');
  const { id } = message<{ id: string }>(await handedIn(token));
  const records = async () =>
    (
      await door.pool.query<{ action: string; after: string }>(
        'select a.action, a.after from audit a where a.subject = $1 order by a.seq',
        [`customer:${customer}`],
      )
    ).rows.map(({ action, after }) => [action, (JSON.parse(after) as { seen: unknown }).seen]);
  const shown = async () => {
    const answer = await operators['POST deposit_picture']({ customer, id }, context);
    return answer.ok ? answer.value.verified_name : answer.refusal.code;
  };
  const seen = await operators['GET deposit']({ customer, id }, context);
  expect(seen).toMatchObject({ ok: true, value: { facts: { verified: true } } });
  expect(JSON.stringify(seen)).not.toContain('Lena');
  expect(await records()).toEqual([]);
  expect(await shown()).toBe('Lena Maria Fischer');
  expect(await records()).toEqual([['deposit.read', ['picture', 'verified_name']]]);
  await door.call('POST wallet/charge_cancel', { token, fields: { id } });
  expect(await shown()).toBe('L•••• M•••• F••••');
});

test('counts a deposit against self-imposed limits on the day of its submission, even if it fails later', async () => {
  const token = await door.register('bounded');
  const set = { kind: 'deposit', period: 'day', amount: '150' };
  message((await door.call('POST user/limit_set', { token, fields: set })).body);
  const { id } = message<{ id: string }>(await handedIn(token));
  const left = async () => {
    const body = await handedIn(token, { amount: '1000' });
    return body.type === 'error' ? body.params : body;
  };
  expect(await left()).toMatchObject({ left: '50' });
  door.clock.aheadMs += DAY_MS;
  expect(await left()).toMatchObject({ left: '150' });
  message(await handedIn(token, { amount: '120' }));
  // Cancelling yesterday's deposit doesn't increase what is left of today's limit.
  message((await door.call('POST wallet/charge_cancel', { token, fields: { id } })).body);
  expect(await left()).toMatchObject({ left: '30' });
  expect(await breaches(door.pool)).toEqual([]);
});

test('neither lists nor accepts a deposit method published as closed, and applies a published minimum', async () => {
  const token = await door.register('closed');
  const usual = published.get('deposit:USDT:tron');
  published.set('deposit:USDT:tron', { ...usual, open: false });
  const { body } = await door.call('POST wallet/get_in_address', { token, fields: { currency: 'USDT' } });
  const { ways } = message<CallOutput<'POST wallet/get_in_address'>>(body);
  expect(ways.map(({ network }) => network)).toEqual(['ethereum', 'arbitrum']);
  expect(await handedIn(token)).toMatchObject({ error: 'network_invalid', params: { field: 'network' } });
  published.set('deposit:USDT:tron', { ...usual, open: true, min: '500' });
  expect(await handedIn(token)).toMatchObject({ error: 'deposit_out_of_range', params: { min: '500' } });
  published.delete('deposit:USDT:tron');
  if (usual !== undefined) published.set('deposit:USDT:tron', usual);
  message(await handedIn(token));
});

test('refuses a wire as busy before its rate is published, and returns no rate', async () => {
  const token = await door.register('early');
  expect(await handedIn(token, { currency: 'GBP', network: 'wire' })).toMatchObject({ error: 'busy' });
  message(await handedIn(token, { currency: 'USD', network: 'wire' }));
  const { body } = await door.call('POST wallet/get_in_address', { token });
  const { ways } = message<CallOutput<'POST wallet/get_in_address'>>(body);
  const wires = ways
    .filter(({ network }) => network === 'wire')
    .map(({ currency, rate }) => [currency, rate]);
  expect(wires).toEqual([
    ['USD', '1'],
    ['EUR', null],
    ['GBP', null],
  ]);
});

/** Applies a change that only the database owner could make, with the guards disabled, and rolls it back. */
async function tampered(sql: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: door.ownerUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('alter table deposit drop constraint deposit_credit_check');
    await owner.query('set local session_replication_role = replica');
    const { rowCount } = await owner.query(sql);
    expect(rowCount).toBeGreaterThan(0);
    return (await breaches(owner)).map(({ invariant }) => invariant.slice(0, invariant.indexOf(':')));
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
}

test.each([
  ['a credited amount', `update deposit set credited_amount = 101 where status = 'success'`, 'L19'],
  ['a credited currency', `update deposit set credited_currency = 'BTC' where status = 'success'`, 'L19'],
  ['a credit without its deposit', `update deposit set id = -id where status = 'success'`, 'L19'],
  ['a deposit without its credit', `update journal set ref = 'deposit:0' where kind = 'deposit'`, 'L19'],
  ['the operator who decided', `update deposit set decided_by = 'ada' where status = 'success'`, 'L21'],
  ['the value at submission', `update deposit set value_usdt = 1 where amount = 120`, 'L25'],
  [
    'an account closed with a pending deposit',
    `update customer set status = 'closed' where account = 'early'`,
    'L4',
  ],
])('the audit detects a changed row: %s', async (_, sql, invariant) => {
  expect(await tampered(sql)).toContain(invariant);
});
