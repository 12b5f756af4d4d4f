/** Dual approval on PostgreSQL: who may make, decide and withdraw a proposal, and the money that an approval moves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { buildLiabilities } from '../../liabilities/building.ts';
import { verifyAudit } from '../../operators/audit.ts';
import { ada, done, openDesks, theo, theoAgain } from './testing/desks.ts';
import type { Desks } from './testing/desks.ts';

let desks: Desks;

beforeAll(async () => {
  desks = await openDesks();
});
afterAll(async () => {
  expect(await breaches(desks.house.pool)).toEqual([]);
  expect(await verifyAudit(desks.house.pool)).toMatchObject({ violation: undefined });
  expect(desks.house.logged).toEqual([]);
  await desks.close();
});

const refusal = (code: string, field?: string) => ({
  ok: false,
  refusal: { code, ...(field === undefined ? {} : { field }) },
});
const correction = (customer: bigint, amount: string, of: { currency?: string; takes?: boolean } = {}) =>
  ({
    kind: 'correction',
    customer: customer.toString(),
    currency: of.currency ?? 'USDT',
    amount,
    takes: of.takes ?? false,
  }) as const;

test('books a correction when a second operator approves it, with a notice and an audit record that contains the reason', async () => {
  const lena = await desks.customer('lena');
  const equity = await desks.held('equity', 'USDT');
  const proposal = done(await desks.propose(theo, correction(lena, '12.50')));
  expect(proposal).toMatchObject({
    customer: lena.toString(),
    account: 'lena',
    status: 'proposed',
    proposed_by: 'theo',
  });
  expect(proposal.body).toBe(
    `{"kind":"correction","customer":"${lena}","currency":"USDT","amount":"12.5","takes":false}`,
  );
  expect(await desks.held('spot', 'USDT', lena)).toBe('0');
  expect(done(await desks.decide(ada, proposal))).toMatchObject({ status: 'done', decided_by: 'ada' });
  expect(await desks.held('spot', 'USDT', lena)).toBe('12.5');
  expect(Number(equity) - Number(await desks.held('equity', 'USDT'))).toBe(12.5);
  const journals = await desks.house.owner(
    `select j.kind, j.ref, p.reason from journal j join proposal p on p.book = j.book and p.journal_seq = j.seq
      where j.book = $1`,
    [lena],
  );
  expect(journals).toEqual([
    { kind: 'manual_correction', ref: `proposal:${proposal.id}`, reason: 'as agreed' },
  ]);
  const notices = await desks.house.owner('select kind, params from notice where book = $1', [lena]);
  expect(notices).toEqual([{ kind: 'balance_corrected', params: '{"amount":"12.5","currency":"USDT"}' }]);
  const records = await desks.house.owner(
    `select operator, action, reason from audit where subject = $1 order by seq`,
    [`customer:${lena}`],
  );
  expect(records).toEqual([
    { operator: 'theo', action: 'proposal.make', reason: 'as agreed' },
    { operator: 'ada', action: 'proposal.approve', reason: 'as agreed' },
  ]);
  expect(await desks.decide(ada, proposal)).toMatchObject(refusal('order_state_wrong', 'id'));
});

test('takes an excess amount back from a customer, up to the available balance', async () => {
  const mara = await desks.customer('mara');
  await desks.decide(ada, done(await desks.propose(theo, correction(mara, '100'))));
  expect(await desks.propose(theo, correction(mara, '100.00000001', { takes: true }))).toMatchObject(
    refusal('balance_insufficient', 'amount'),
  );
  const [first, second] = [
    done(await desks.propose(theo, correction(mara, '60', { takes: true }))),
    done(await desks.propose(theo, correction(mara, '60', { takes: true }))),
  ];
  const answers = await Promise.all([desks.decide(ada, first), desks.decide(ada, second)]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.find((answer) => !answer.ok)).toMatchObject(refusal('balance_insufficient', 'amount'));
  expect(await desks.held('spot', 'USDT', mara)).toBe('40');
  const notices = await desks.house.owner('select params from notice where book = $1 order by time_ms, id', [
    mara,
  ]);
  expect(notices.at(-1)).toEqual({ params: '{"amount":"-60","currency":"USDT"}' });
});

test('refuses approval and rejection by any account of the proposer, and withdrawal by anyone else', async () => {
  const nora = await desks.customer('nora');
  const proposal = done(await desks.propose(theo, correction(nora, '5')));
  for (const who of [theo, theoAgain]) {
    expect(await desks.decide(who, proposal)).toMatchObject(refusal('second_person_needed', 'verdict'));
    expect(await desks.decide(who, proposal, 'reject')).toMatchObject(
      refusal('second_person_needed', 'verdict'),
    );
  }
  expect(await desks.decide(ada, proposal, 'withdraw')).toMatchObject(
    refusal('second_person_needed', 'verdict'),
  );
  // The proposer may withdraw the proposal from either of their accounts.
  expect(done(await desks.decide(theoAgain, proposal, 'withdraw'))).toMatchObject({ status: 'withdrawn' });
  expect(await desks.decide(ada, proposal)).toMatchObject(refusal('order_state_wrong', 'id'));
  expect(await desks.held('spot', 'USDT', nora)).toBe('0');
});

test('refuses proposals and decisions by an operator with a conflict of interest, before any other check', async () => {
  const olga = await desks.customer('olga');
  const before = done(await desks.propose(theo, correction(olga, '5')));
  await desks.tie(ada, olga);
  expect(await desks.propose(ada, correction(olga, '5'))).toMatchObject(refusal('conflict_of_interest'));
  expect(await desks.decide(ada, before)).toMatchObject(refusal('conflict_of_interest'));
  expect(await desks.decide(ada, before, 'reject')).toMatchObject(refusal('conflict_of_interest'));
  // If the proposer has a conflict of interest, nobody can approve the proposal, but the proposer can withdraw it.
  const petra = await desks.customer('petra');
  const hers = done(await desks.propose(theo, correction(petra, '5')));
  await desks.tie(theoAgain, petra);
  expect(await desks.decide(ada, hers)).toMatchObject(refusal('conflict_of_interest'));
  expect(done(await desks.decide(theo, hers, 'withdraw'))).toMatchObject({ status: 'withdrawn' });
  const rita = await desks.customer('rita');
  const other = done(await desks.propose(theo, correction(rita, '5')));
  await desks.tie(theo, rita);
  expect(done(await desks.decide(ada, other, 'reject'))).toMatchObject({ status: 'rejected' });
});

test('refuses the approval of a body other than the stored one, and executes only one of several concurrent decisions', async () => {
  const tina = await desks.customer('tina');
  const proposal = done(await desks.propose(theo, correction(tina, '7')));
  const otherwise = { ...proposal, body: proposal.body.replace('"7"', '"7000"') };
  expect(await desks.decide(ada, otherwise)).toMatchObject(refusal('case_changed', 'body'));
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => desks.decide(ada, proposal)),
    desks.decide(ada, proposal, 'reject'),
    desks.decide(theo, proposal, 'withdraw'),
  ]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  const moved = answers.some((answer) => answer.ok && answer.value.status === 'done');
  expect(await desks.held('spot', 'USDT', tina)).toBe(moved ? '7' : '0');
});

test('refuses an invalid customer, currency or amount, both when proposed and when approved', async () => {
  const uma = await desks.customer('uma');
  // The proposer means 2,000 USDT but names a coin.
  expect(await desks.propose(theo, correction(uma, '2000', { currency: 'BTC' }))).toMatchObject(
    refusal('amount_above_cap', 'amount'),
  );
  expect(await desks.propose(theo, correction(uma, '100000.00000001'))).toMatchObject(
    refusal('amount_above_cap', 'amount'),
  );
  expect(
    await desks.propose(theo, { kind: 'promotion', customer: uma.toString(), amount: '2000' }),
  ).toMatchObject(refusal('amount_above_cap', 'amount'));
  expect(await desks.propose(theo, correction(uma, '1', { currency: 'EUR' }))).toMatchObject(
    refusal('currency_invalid', 'currency'),
  );
  expect(await desks.propose(theo, correction(uma, '0'))).toMatchObject(refusal('amount_wrong', 'amount'));
  expect(await desks.propose(theo, correction(99n, '1'))).toMatchObject(
    refusal('user_not_found', 'customer'),
  );
  expect(await desks.propose(theo, correction(0n, '1'))).toMatchObject(refusal('user_not_found', 'customer'));
  // The coin has no price.
  expect(await desks.propose(theo, correction(uma, '1', { currency: 'DOGE' }))).toMatchObject(
    refusal('trading_closed', 'currency'),
  );
  const one = done(await desks.propose(theo, correction(uma, '1', { currency: 'BTC' })));
  await desks.house.setHead('BTC/USDT', { seq: 2n, bid: 10_000_100_000_000n, ask: 10_000_200_000_000n });
  expect(await desks.decide(ada, one)).toMatchObject(refusal('amount_above_cap', 'amount'));
  await desks.house.setHead('BTC/USDT', { seq: 3n, bid: 6_400_000_000_000n, ask: 6_400_100_000_000n });
  expect(await desks.held('spot', 'BTC', uma)).toBe('0');
});

test('refuses a correction to a closed account', async () => {
  const vera = await desks.customer('vera');
  const proposal = done(await desks.propose(theo, correction(vera, '5')));
  await desks.house.owner(`alter table customer disable trigger user`);
  await desks.house.owner(`update customer set status = 'closed' where id = $1`, [vera]);
  await desks.house.owner(`alter table customer enable trigger user`);
  expect(await desks.decide(ada, proposal)).toMatchObject(refusal('state_abnormal', 'customer'));
  expect(await desks.propose(theo, correction(vera, '5'))).toMatchObject(
    refusal('state_abnormal', 'customer'),
  );
});

test('moves money between house accounts, up to the balance of the debited account', async () => {
  const move = {
    kind: 'house_move',
    currency: 'USDT',
    amount: '1000',
    from: 'equity',
    to: 'insurance',
  } as const;
  const before = Number(await desks.held('insurance', 'USDT'));
  expect(done(await desks.decide(ada, done(await desks.propose(theo, move))))).toMatchObject({
    customer: '0',
    account: null,
    status: 'done',
  });
  expect(Number(await desks.held('insurance', 'USDT')) - before).toBe(1000);
  expect(await desks.propose(theo, { ...move, amount: '99999999999999' })).toMatchObject(
    refusal('house_funds_insufficient', 'amount'),
  );
  expect(await desks.propose(theo, { ...move, from: 'fees', amount: '1' })).toMatchObject(
    refusal('house_funds_insufficient', 'amount'),
  );
  expect(await desks.propose(theo, { ...move, to: 'equity' })).toMatchObject(
    refusal('parameter_wrong', 'to'),
  );
});

test('changes custody together with capital, and refuses to pay out more than equity', async () => {
  const [equity, custody] = [await desks.held('equity', 'BTC'), await desks.held('custody', 'BTC')];
  const capital = { kind: 'house_capital', currency: 'BTC', amount: '3', direction: 'in' } as const;
  await desks.decide(ada, done(await desks.propose(theo, capital)));
  expect(Number(await desks.held('equity', 'BTC')) - Number(equity)).toBe(3);
  expect(Number(await desks.held('custody', 'BTC')) - Number(custody)).toBe(-3);
  const out = { ...capital, direction: 'out' } as const;
  const unstated = refusal('liabilities_uncovered', 'amount');
  expect(await desks.propose(theo, out)).toMatchObject(unstated);
  await buildLiabilities(desks.house.pool, 1);
  const waits = done(await desks.propose(theo, out));
  await desks.house.owner(`alter table liability_statement disable trigger liability_statement_append_only;
    update liability_statement set as_of_ms = as_of_ms - 7300000`);
  expect(await desks.decide(ada, waits)).toMatchObject(unstated);
  await desks.house.owner(`update liability_statement set as_of_ms = as_of_ms + 7300000;
    alter table liability_statement enable trigger liability_statement_append_only`);
  done(await desks.decide(ada, done(await desks.propose(theo, { ...capital, direction: 'out' }))));
  expect(await desks.held('equity', 'BTC')).toBe(equity);
  expect(await desks.held('custody', 'BTC')).toBe(custody);
  const all = { ...capital, direction: 'out', amount: equity } as const;
  expect(await desks.propose(theo, { ...all, amount: `${Number(equity) + 1}` })).toMatchObject(
    refusal('house_funds_insufficient', 'amount'),
  );
  const [one, two] = [done(await desks.propose(theo, all)), done(await desks.propose(theo, all))];
  const answers = await Promise.all([desks.decide(ada, one), desks.decide(ada, two)]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(await desks.held('equity', 'BTC')).toBe('0');
});

test('grants credit from the promotions account, and refuses it while an earlier grant is active', async () => {
  const wanda = await desks.customer('wanda');
  const grant = { kind: 'promotion', customer: wanda.toString(), amount: '250' } as const;
  const before = Number(await desks.held('promotions', 'USDT'));
  const [one, two] = [done(await desks.propose(theo, grant)), done(await desks.propose(theo, grant))];
  const answers = await Promise.all([desks.decide(ada, one), desks.decide(ada, two)]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.find((answer) => !answer.ok)).toMatchObject(refusal('credit_active', 'customer'));
  expect(await desks.propose(theo, grant)).toMatchObject(refusal('credit_active', 'customer'));
  expect(before - Number(await desks.held('promotions', 'USDT'))).toBe(250);
  expect(await desks.held('promo', 'USDT', wanda)).toBe('250');
  const credits = await desks.house.owner(
    `select trim_scale(c.amount)::text as amount, c.status, j.kind from experience_credit c
      join journal j on j.book = c.book and j.seq = c.id where c.book = $1`,
    [wanda],
  );
  expect(credits).toEqual([{ amount: '250', status: 'active', kind: 'promotion_grant' }]);
  const notices = await desks.house.owner('select kind, params from notice where book = $1', [wanda]);
  expect(notices).toEqual([{ kind: 'promotion_granted', params: '{"amount":"250"}' }]);
});

test('creates one proposal per idempotency key, and pages through the list', async () => {
  const xena = await desks.customer('xena');
  const twice = await Promise.all([
    desks.propose(theo, correction(xena, '3'), 'k'),
    desks.propose(theo, correction(xena, '3'), 'k'),
  ]);
  expect(twice[0]).toEqual(twice[1]);
  expect(await desks.propose(theo, correction(xena, '4'), 'k')).toMatchObject(
    refusal('key_reused', 'Idempotency-Key'),
  );
  const all = await desks.list();
  expect(all.next).toBeNull();
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await desks.list({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(seen).toEqual(all.items.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  const waiting = await desks.list({ status: 'proposed' });
  expect(waiting.items.every(({ status }) => status === 'proposed')).toBe(true);
  expect(waiting.items.length).toBeGreaterThan(0);
});

test('refuses credit if the customer’s country bars bonuses or the customer is self-excluded', async () => {
  const eu = await openDesks('eu');
  const yara = await eu.customer('yara');
  const grant = (customer: bigint) =>
    ({ kind: 'promotion', customer: customer.toString(), amount: '10' }) as const;
  expect(await eu.propose(theo, grant(yara))).toMatchObject(refusal('product_not_offered'));
  await eu.close();
  const zoe = await desks.customer('zoe');
  const proposal = done(await desks.propose(theo, grant(zoe)));
  const untilMs = Date.now() + 181 * 86_400_000;
  await desks.house.pool.query(
    `insert into own_pause (book, id, kind, from_ms, until_ms) values ($1, 1, 'self_exclusion', $2, $3)`,
    [zoe, Date.now(), untilMs],
  );
  expect(await desks.decide(ada, proposal)).toMatchObject(refusal('self_excluded'));
  expect(await desks.held('promo', 'USDT', zoe)).toBe('0');
});
