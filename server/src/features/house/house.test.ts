/** The platform's own data on a real database: reconciliation, custody statements, conflicts of interest, and published terms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { testWallet } from '@candor/testing/test-wallet.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { COINS, openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import type { ConsoleContext } from '../../calls/console-handler.ts';
import { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { Passwords } from '../../identity/secrets/password.ts';
import { Vault } from '../../identity/secrets/vault.ts';
import { breaches } from '../../app/breaches.ts';
import { verifyAudit } from '../../operators/audit.ts';
import { seedOperators } from '../../operators/demo-operators.ts';
import type { Operator } from '../../operators/operators.ts';
import { submitActsTo } from '../../operators/submit-act.ts';
import { Terms } from '../../terms/terms.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import { houseConsoleHandlers } from './console-handlers.ts';
import { signing } from '@candor/testing/signing.ts';

const ada: Operator = { account: 'ada', role: 'admin', person: 'ada' };
const ines: Operator = { account: 'ines', role: 'admin', person: 'ines' };
const theo: Operator = { account: 'theo', role: 'treasurer', person: 'theo' };
const vault = new Vault(Buffer.alloc(32, 5));
const passwords = new Passwords(40);

let database: TestDatabase;
let house: House;
let failedAttempts: FailedAttempts;
let handlers: ReturnType<typeof houseConsoleHandlers>;

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse(database);
  const { pool, executor } = house;
  failedAttempts = new FailedAttempts({ pool, vault });
  await seedOperators(pool, { passwords, vault, nowMs: 1 });
  const usual = usualTerms({ instruments: [], coolOffSeconds: 0 });
  const unsigned = houseConsoleHandlers({
    ...{ pool, passwords, vault, failedAttempts, now: Date.now },
    submitAct: submitActsTo(executor, { deadlineMs: 10_000, nowMs: Date.now }),
    terms: new Terms({ pool, usual, onError: (error) => house.logged.push({ message: 'terms', error }) }),
    currencies: ['USDT', ...COINS],
  });
  handlers = signing(unsigned, { pool, now: Date.now });
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  expect(await verifyAudit(house.pool)).toMatchObject({ violation: undefined });
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
    served: { origin: 'http://localhost', rpId: 'localhost' },
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

test("reconciles the sum of all accounts with customers' claims", async () => {
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

test('compares custody with the newest statement of each source', async () => {
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
  const wallet = testWallet(7);
  const at = seconds() - 30;
  const signature = wallet.sign(`candor-custody-v1|BTC|${wallet.address}|${at}`);
  const evidence = `address:${wallet.address}:${signature}`;
  expect(await note({ source: 'signed', as_of: at, evidence })).toEqual({ ok: true, value: {} });
  expect(await note({ source: 'paper', evidence: `sha256:${'a'.repeat(64)}` })).toEqual({
    ok: true,
    value: {},
  });
  for (const wrong of [
    'a letter',
    evidence.replace(wallet.address, testWallet(8).address),
    `sha256:${'A'.repeat(64)}`,
  ]) {
    expect(await note({ as_of: at, evidence: wrong })).toMatchObject(refusal('parameter_wrong', 'evidence'));
  }
  expect(await note({ as_of: at - 1, evidence })).toMatchObject(refusal('parameter_wrong', 'evidence'));
  expect(
    await house.owner(`select source from custody_statement where evidence is not null order by id`),
  ).toEqual([{ source: 'signed' }, { source: 'paper' }]);
  const plain = `insert into custody_statement (currency, source, amount, as_of_ms, noted_ms, noted_by)
    values ('BTC', 'x', 1, 0, 0, 'theo')`;
  await expect(house.pool.query(plain)).rejects.toThrow(/no record/);
  await expect(house.pool.query('update custody_statement set amount = 0')).rejects.toThrow(/permission/);
});

test("lets operators declare their own conflict of interest and admins declare others', permanently", async () => {
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
  // Only Ada and Ines are left. Declaring the other's conflict of interest would leave a single approver for the customer,
  // but anybody may declare their own.
  expect(await tie(ada, { person: 'ines' })).toMatchObject(refusal('operation_illegal', 'person'));
  expect(await tie(ada, { person: 'sam' })).toEqual({ ok: true, value: {} });
  expect(await tie(ines, { person: 'ines' })).toEqual({ ok: true, value: {} });
  await expect(house.pool.query('delete from operator_tie')).rejects.toThrow(/permission/);
});

test('changes nothing on a retry with the same key', async () => {
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

test('unlocks an operator after failed login attempts', async () => {
  const unlocked = handlers['POST operator_unlock']({ account: 'sam', reason: 'called in' }, as(ada));
  expect(await unlocked).toEqual({ ok: true, value: {} });
  expect(await newest()).toMatchObject({ action: 'operator.unlock', reason: 'called in' });
  const nobody = handlers['POST operator_unlock']({ account: 'nobody', reason: 'called in' }, as(ada));
  expect(await nobody).toMatchObject(refusal('user_not_found'));
});

test('lists the versions of terms, and marks the current version', async () => {
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
