/** The house's own, on a real database: how it stands, statements of custody, and who acts for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { TestDatabase } from '../../../../tools/testing/database.ts';
import { COINS, openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import type { ConsoleContext } from '../../http/console-handler.ts';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { Guesses } from '../../identity/secrets/guesses.ts';
import { Passwords } from '../../identity/secrets/password.ts';
import { Vault } from '../../identity/secrets/vault.ts';
import { breaches } from '../../ledger/invariants.ts';
import { verifyAudit } from '../../operators/audit.ts';
import { seedOperators } from '../../operators/demo-operators.ts';
import { signIn } from '../../operators/operators.ts';
import type { Operator } from '../../operators/operators.ts';
import { submitActsTo } from '../../operators/submit-act.ts';
import { Terms } from '../../terms/terms.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import { houseConsoleHandlers } from './console-handlers.ts';

const ada: Operator = { account: 'ada', role: 'admin', person: 'ada' };
const theo: Operator = { account: 'theo', role: 'treasurer', person: 'theo' };
const vault = new Vault(Buffer.alloc(32, 5));
const passwords = new Passwords(40);

let database: TestDatabase;
let house: House;
let guesses: Guesses;
let handlers: ReturnType<typeof houseConsoleHandlers>;

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse(database);
  const { pool, executor } = house;
  guesses = new Guesses({ pool, vault });
  await seedOperators(pool, { passwords, vault, nowMs: 1 });
  const usual = usualTerms({ instruments: [], coolOffSeconds: 0 });
  handlers = houseConsoleHandlers({
    ...{ pool, passwords, vault, guesses, now: Date.now },
    submitAct: submitActsTo(executor, { deadlineMs: 10_000, nowMs: Date.now }),
    terms: new Terms({ pool, usual, onError: (error) => house.logged.push({ message: 'terms', error }) }),
    currencies: ['USDT', ...COINS],
  });
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  expect(await verifyAudit(house.pool)).toMatchObject({ fault: undefined });
  expect(house.logged).toEqual([]);
  await house.close();
  await database.drop();
});

const as = (operator: Operator, idempotencyKey?: string): ConsoleContext => ({
  ...{
    operator,
    idempotencyKey,
    session: Buffer.alloc(32),
    address: '127.0.0.1',
    agent: '',
    device: undefined,
  },
});
const refusal = (code: string, field?: string) => ({
  ok: false,
  refusal: { code, ...(field === undefined ? {} : { field }) },
});
const standing = async (): Promise<ConsoleOutput<'GET house'>> => {
  const answer = await handlers['GET house']({}, as(theo));
  if (!answer.ok) throw new Error(answer.refusal.code);
  return answer.value;
};
const ofCurrency = async (currency: string) =>
  (await standing()).reconciliation.find((row) => row.currency === currency);
const seconds = (): number => Math.floor(Date.now() / 1000);
const newest = async (): Promise<Record<string, unknown> | undefined> =>
  (
    await house.owner('select operator, action, subject, after, reason from audit order by seq desc limit 1')
  )[0];
const customer = async (name: string): Promise<bigint> => {
  const [book] = (await house.customers(1)) as [bigint];
  await house.pool.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      registered_ms) values ($1, $2, $2, $2 || '@x.example', $2 || '@x.example', '', '1990-01-01', 0, 'en', 0)`,
    [book, name],
  );
  return book;
};

test('how the house stands: what all accounts sum to is what customers may claim', async () => {
  const { accounts, reconciliation } = await standing();
  for (const { currency, claims, custody, own } of reconciliation) {
    const sum = accounts
      .filter((row) => row.currency === currency)
      .reduce((total, row) => total + amount(row.amount), 0n);
    expect(amount(claims)).toBe(-sum);
    expect(amount(custody)).toBe(amount(claims) + amount(own));
  }
  expect(reconciliation.find(({ currency }) => currency === 'USDT')).toMatchObject({
    ...{ claims: '0', stated: null, difference: null, as_of: null },
    custody: accounts.find((row) => row.account === 'custody' && row.currency === 'USDT')?.amount.slice(1),
  });
});

type Note = ConsoleInput<'POST custody_note'>;
const note = (given: Partial<Note>, key?: string) =>
  handlers['POST custody_note'](
    { currency: 'BTC', source: 'cold wallet', amount: '1', as_of: seconds() - 60, ...given },
    as(theo, key),
  );

test('custody is held against the newest statement of each source', async () => {
  const { custody = '0' } = (await ofCurrency('BTC')) ?? {};
  expect(await note({ amount: '7', as_of: seconds() - 600 })).toEqual({ ok: true, value: {} });
  await note({ source: 'hot wallet', amount: '2.5', as_of: seconds() - 300 });
  await note({ amount: '9', as_of: seconds() - 900 });
  expect(await ofCurrency('BTC')).toMatchObject({ stated: '9.5' });
  await note({ amount: '8' }, 'once');
  await note({ amount: '8' }, 'once');
  const row = await ofCurrency('BTC');
  expect(row).toMatchObject({ stated: '10.5' });
  expect(amount(row?.difference ?? '')).toBe(amount('10.5') - amount(custody));
  expect(row?.as_of).toBeLessThan(seconds() - 200);
  const { statements } = await standing();
  expect(statements.map(({ source, amount: held, noted_by }) => [source, held, noted_by])).toEqual([
    ['cold wallet', '8', 'theo'],
    ['hot wallet', '2.5', 'theo'],
  ]);
  expect(await house.owner('select count(*)::int as n from custody_statement')).toEqual([{ n: 4 }]);
  expect(await newest()).toMatchObject({ operator: 'theo', action: 'custody.note', subject: 'house' });
  expect(await note({ as_of: seconds() + 60 })).toMatchObject(refusal('parameter_wrong', 'as_of'));
  expect(await note({ currency: 'EUR' })).toMatchObject(refusal('currency_invalid', 'currency'));
  const plain = `insert into custody_statement (currency, source, amount, as_of_ms, noted_ms, noted_by)
    values ('BTC', 'x', 1, 0, 0, 'theo')`;
  await expect(house.pool.query(plain)).rejects.toThrow(/no record/);
  await expect(house.pool.query('update custody_statement set amount = 0')).rejects.toThrow(/permission/);
});

const newcomer = {
  account: 'tess',
  role: 'treasurer',
  person: 'tess',
  password: 'Nobody-guesses-1',
} as const;

test('an operator is added with an authenticator, told once and sealed, and signs in', async () => {
  const added = await handlers['POST operator_add'](newcomer, as(ada));
  if (!added.ok) throw new Error(added.refusal.code);
  const { totp_secret, totp_uri } = added.value;
  expect(totp_uri).toMatch(/^otpauth:\/\/totp\/Candor:tess\?/);
  expect(totp_uri).toContain(totp_secret);
  expect(await newest()).toMatchObject({ operator: 'ada', action: 'operator.add', subject: 'operator:tess' });
  const everything = JSON.stringify([
    await house.owner('select * from audit'),
    (await house.owner<{ kept: Buffer }>(`select sealed_totp_secret as kept from operator`)).map(({ kept }) =>
      kept.toString('latin1'),
    ),
    await handlers['GET operators']({}, as(ada)),
  ]);
  expect(everything).not.toContain(totp_secret);
  expect(everything).not.toContain(newcomer.password);
  const signed = await signIn(
    { pool: house.pool, passwords, vault, guesses, now: Date.now },
    { ...newcomer, totp: totpCode(totp_secret, totpStep(Date.now())) },
  );
  expect(signed).toEqual({ account: 'tess', role: 'treasurer', person: 'tess' });
  expect(await handlers['POST operator_add'](newcomer, as(ada))).toMatchObject(
    refusal('account_taken', 'account'),
  );
  const common = { ...newcomer, account: 'tom', password: 'aaaaaaaaaaaa' };
  expect(await handlers['POST operator_add'](common, as(ada))).toMatchObject(
    refusal('password_common', 'password'),
  );
  expect(await handlers['POST operator_add']({ ...newcomer, account: 'tom' }, as(theo))).toMatchObject(
    refusal('unauthorized'),
  );
});

test('one human being is one person however the name is typed, and nobody is called what acts by itself', async () => {
  const add = (account: string, person: string) =>
    handlers['POST operator_add']({ ...newcomer, account, role: 'support', person }, as(ada));
  const typed = ['Kim Doe', 'kim doe', ' KIM  Doe', 'Ｋim\u00a0Doe'];
  for (const [at, person] of typed.entries())
    expect(await add(`kim${at}`, person)).toMatchObject({ ok: true });
  const persons = await house.owner<{ person: string }>(
    `select distinct o.person from operator o where o.account like 'kim%'`,
  );
  expect(persons).toEqual([{ person: 'Kim Doe' }]);
  expect(await newest()).toMatchObject({ after: expect.stringContaining('"Kim Doe"') });
  for (const account of ['bootstrap', 'payout-provider']) {
    expect(await add(account, 'Kim Doe')).toMatchObject(refusal('account_taken', 'account'));
  }
});

const disable = (account: string, by: Operator = ada) =>
  handlers['POST operator_disable']({ account, reason: 'left the house' }, as(by));

test('one person stays one however the name is written, and what is no operator’s name is nobody’s', async () => {
  const password = 'a long one that nobody has';
  for (const [account, person] of [
    ['theo-b', 'Theo'],
    ['theo-c', ' THEO '],
    ['theo-d', 'th\u200beo'],
    ['theo-e', 'ｔｈｅｏ'],
  ] as const) {
    const added = await handlers['POST operator_add'](
      { account, role: 'treasurer', person, password },
      as(ada),
    );
    expect(added).toMatchObject({ ok: true });
  }
  const stored = await house.owner(`select distinct person from operator where account like 'theo%'`);
  expect(stored).toEqual([{ person: 'theo' }]);
  for (const account of ['payout-provider', 'bootstrap']) {
    const given = { account, role: 'treasurer' as const, person: 'Somebody', password };
    expect(await handlers['POST operator_add'](given, as(ada))).toMatchObject(
      refusal('account_taken', 'account'),
    );
  }
});

test('who is disabled is signed out and signs in no more, and an admin is always left', async () => {
  await house.pool.query(
    `insert into operator_session (token_hash, account, created_ms, seen_ms, address, agent)
      values ('\\x01', 'tess', 5000, 7000, '', ''), ('\\x02', 'ada', 5000, 5000, '', '')`,
  );
  expect(await disable('tess')).toEqual({ ok: true, value: {} });
  const sessions = await house.owner(
    'select account, ended_ms is null as open from operator_session order by account',
  );
  expect(sessions).toEqual([
    { account: 'ada', open: true },
    { account: 'tess', open: false },
  ]);
  expect(await newest()).toMatchObject({ action: 'operator.disable', reason: 'left the house' });
  const listed = await handlers['GET operators']({}, as(ada));
  if (!listed.ok) throw new Error('operators are not listed');
  expect(listed.value.find(({ account }) => account === 'tess')).toMatchObject({
    ...{ authenticator: true, last_seen_at: 7, ties: [] },
    disabled_at: expect.any(Number) as number,
  });
  expect(await disable('tess')).toMatchObject(refusal('state_abnormal', 'account'));
  expect(await disable('nobody')).toMatchObject(refusal('user_not_found', 'account'));
  expect(await disable('ADA ')).toMatchObject(refusal('operation_illegal', 'account'));
  expect(await disable('sam', theo)).toMatchObject(refusal('unauthorized'));
  // Two admins who disable each other at the same moment: one of them is left.
  const anna = { ...newcomer, account: 'anna', role: 'admin', person: 'anna' } as const;
  expect(await handlers['POST operator_add'](anna, as(ada))).toMatchObject({ ok: true });
  const each = await Promise.all([
    disable('anna'),
    disable('ada', { ...ada, account: 'anna', person: 'anna' }),
  ]);
  expect(each.filter((answer) => answer.ok)).toHaveLength(1);
  const left = await house.owner(`select account from operator where role = 'admin' and disabled_ms is null`);
  expect(left).toHaveLength(1);
});

test('nobody is added or taken off the list without a record, and nobody comes back', async () => {
  const add = `insert into operator (account, role, person, password_hash, created_ms, added_by)
    values ('eve', 'admin', 'eve', '', 0, 'ada')`;
  await expect(house.pool.query(add)).rejects.toThrow(/without a record/);
  const off = `update operator set disabled_ms = 1 where account = 'sam'`;
  await expect(house.pool.query(off)).rejects.toThrow(/without a record/);
  const back = `update operator set disabled_ms = null where account = 'tess'`;
  await expect(house.pool.query(back)).rejects.toThrow(/without a record/);
  const other = `update operator set person = 'nobody' where account = 'sam'`;
  await expect(house.pool.query(other)).rejects.toThrow(/permission denied/);
});

test('a tie is one’s own to note, an admin’s to note of others, and for good', async () => {
  const lena = await customer('lena');
  const tie = (operator: Operator, of: { person: string; customer?: bigint }) =>
    handlers['POST tie']({ customer: (of.customer ?? lena).toString(), person: of.person }, as(operator));
  expect(await tie(theo, { person: 'rosa' })).toMatchObject(refusal('unauthorized', 'person'));
  expect(await tie(theo, { person: 'theo' })).toEqual({ ok: true, value: {} });
  expect(await newest()).toMatchObject({ operator: 'theo', action: 'operator.tie', subject: 'person:theo' });
  expect(await tie(theo, { person: 'theo' })).toMatchObject(refusal('state_abnormal', 'customer'));
  expect(await tie(ada, { person: 'rosa' })).toEqual({ ok: true, value: {} });
  expect(await tie(ada, { person: 'somebody' })).toMatchObject(refusal('user_not_found', 'person'));
  expect(await tie(ada, { person: 'rosa', customer: 9n })).toMatchObject(
    refusal('user_not_found', 'customer'),
  );
  const listed = await handlers['GET operators']({}, as(ada));
  expect(listed.ok && listed.value.find(({ account }) => account === 'rosa')?.ties).toEqual([
    lena.toString(),
  ]);
  await expect(house.pool.query('delete from operator_tie')).rejects.toThrow(/permission/);
});

test('a repeat under its key does nothing more', async () => {
  const mara = await customer('mara');
  const sent = { customer: mara.toString(), person: 'theo' };
  const records = async () => (await house.owner('select 1 from audit')).length;
  expect(await handlers['POST tie'](sent, as(theo, 'k'))).toEqual({ ok: true, value: {} });
  const before = await records();
  expect(await handlers['POST tie'](sent, as(theo, 'k'))).toEqual({ ok: true, value: {} });
  expect(await records()).toBe(before);
  expect(await handlers['POST tie']({ ...sent, person: 'rosa' }, as(theo, 'k'))).toMatchObject(
    refusal('key_reused', 'Idempotency-Key'),
  );
});

test('wrong tries to sign in are forgiven', async () => {
  const unlocked = handlers['POST operator_unlock']({ account: 'sam', reason: 'called in' }, as(ada));
  expect(await unlocked).toEqual({ ok: true, value: {} });
  expect(await newest()).toMatchObject({ action: 'operator.unlock', reason: 'called in' });
  const nobody = handlers['POST operator_unlock']({ account: 'nobody', reason: 'called in' }, as(ada));
  expect(await nobody).toMatchObject(refusal('user_not_found'));
});

test('terms are listed with what counts now', async () => {
  const answer = await handlers['GET terms']({}, as(theo));
  expect(answer.ok && answer.value.find(({ subject }) => subject === 'manual')).toEqual({
    subject: 'manual',
    versions: [
      {
        ...{ version: 0, effective_at: 0, until: null, current: true, proposal: null },
        body: { max_usdt: '100000', promotion_max_usdt: '1000' },
      },
    ],
  });
});
