/** Dual approval for adding an operator, through the call handlers on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorSessions } from '../../operators/operator-sessions.ts';
import { Office, ada, admin, as, ines, password, refusal, theo, waits, who } from './testing/office.ts';

let office: Office;
beforeAll(async () => {
  office = await Office.withExamples();
});
afterAll(() => office.close());

const records = async () => (await office.owner('select 1 from audit')).length;

test('keeps a new operator pending until another person confirms, and then lets them log in', async () => {
  const tess = who('tess');
  expect(await office.add(tess)).toEqual(waits('tess'));
  expect(await office.newestRecord()).toMatchObject({
    ...{ operator: 'ada', action: 'operator.add', subject: 'operator:tess' },
    after: JSON.stringify({ role: 'treasurer', person: 'tess', waits: true }),
  });
  expect(await office.listed('tess')).toMatchObject({
    ...{ added_by: 'ada', confirmed_by: null, confirmed_at: null, authenticator: false },
  });
  // No code is accepted, because the account has no authenticator yet and so can't open a session.
  expect(await office.enter('tess', 'JE544SGTC3EGD5TPCY737U43CNI3DCL7')).toEqual({ kind: 'wrong' });
  const sessions = new OperatorSessions({ pool: office.pool, now: Date.now });
  const from = { device: undefined, address: '', agent: '' };
  await expect(sessions.open('tess', from)).rejects.toThrow(/cannot sign in/);

  const confirmed = await office.confirm(tess);
  if (!confirmed.ok) throw new Error(confirmed.refusal.code);
  const { totp_secret: secret, totp_uri: uri } = confirmed.value;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Candor:tess\?/);
  expect(uri).toContain(secret);
  expect(await office.newestRecord()).toMatchObject({ operator: 'ines', action: 'operator.confirm' });
  expect(await office.listed('tess')).toMatchObject({ confirmed_by: 'ines', authenticator: true });
  const everything = JSON.stringify([
    await office.owner('select * from audit'),
    await office.owner('select * from answer'),
    (
      await office.owner<{ kept: Buffer }>(
        'select sealed_totp_secret as kept from operator where sealed_totp_secret is not null',
      )
    ).map(({ kept }) => kept.toString('latin1')),
    await office.handlers['GET operators']({}, as(ada)),
  ]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(password);
  expect(await office.enter('tess', secret ?? '')).toEqual({
    account: 'tess',
    role: 'treasurer',
    person: 'tess',
  });
});

test('refuses confirmation by the person who added the account and by the person added, with any of their accounts', async () => {
  await office.join(who('ada.second', 'admin', 'ada'));
  await office.join(who('uma', 'admin'));
  const secondOfUma = who('uma.second', 'admin', 'uma');
  expect(await office.add(secondOfUma)).toEqual(waits('uma.second'));
  for (const [by, code] of [
    [ada, 'second_person_needed'],
    [admin('ada.second', 'ada'), 'second_person_needed'],
    [admin('uma'), 'second_person_needed'],
    [theo, 'unauthorized'],
    [admin('nobody'), 'operation_illegal'],
  ] as const) {
    expect(await office.confirm(secondOfUma, by), by.account).toMatchObject(refusal(code));
  }
  expect(await office.listed('uma.second')).toMatchObject({ confirmed_by: null, authenticator: false });
  expect(await office.confirm(secondOfUma)).toMatchObject({ ok: true });
  for (const second of ['uma.second', 'ada.second']) {
    expect(await office.disable(second)).toMatchObject({ ok: true });
  }
});

test('confirms an operator once, only as the admin saw them, and never confirms a disabled operator', async () => {
  const vic = who('vic', 'support', 'Vic');
  await office.add(vic);
  expect(await office.confirm(who('nobody'))).toMatchObject(refusal('user_not_found', 'account'));
  expect(await office.confirm({ ...vic, role: 'admin' })).toMatchObject(refusal('case_changed'));
  expect(await office.confirm({ ...vic, person: 'Victor' })).toMatchObject(refusal('case_changed'));
  // Only one of two concurrent confirmations returns a secret, and that secret is the valid one.
  const both = await Promise.all([office.confirm(vic, ines), office.confirm(vic, admin('uma'))]);
  expect(both.filter((answer) => answer.ok)).toHaveLength(1);
  expect(both.find((answer) => !answer.ok)).toMatchObject(refusal('state_abnormal', 'account'));
  const told = both.find((answer) => answer.ok);
  expect(told?.ok === true && (await office.enter('vic', told.value.totp_secret ?? ''))).toMatchObject({
    account: 'vic',
  });

  await office.add(who('wim'));
  expect(await office.disable('wim')).toMatchObject({ ok: true });
  expect(await office.confirm(who('wim'))).toMatchObject(refusal('state_abnormal', 'account'));
});

test('refuses to confirm an account if the admin who added it has since been disabled', async () => {
  await office.join(who('xena', 'admin'));
  await office.add(who('yan'), admin('xena'));
  expect(await office.disable('xena')).toMatchObject({ ok: true });
  expect(await office.confirm(who('yan'))).toMatchObject(refusal('state_abnormal', 'account'));
  // A disabled admin can't confirm an account either.
  await office.add(who('zoe'));
  expect(await office.confirm(who('zoe'), admin('xena'))).toMatchObject(
    refusal('operation_illegal', 'account'),
  );
});

test('returns the same secret for a retry with the same key, until the secret is used', async () => {
  const abe = who('abe');
  expect(await office.add(abe, ada, 'a')).toEqual(waits('abe'));
  const before = await records();
  expect(await office.add(abe, ada, 'a')).toEqual(waits('abe'));
  expect(await records()).toBe(before);
  const reused = refusal('key_reused', 'Idempotency-Key');
  expect(await office.add({ ...abe, account: 'abel' }, ada, 'a')).toMatchObject(reused);
  expect(await office.add({ ...abe, role: 'admin' }, ada, 'a')).toMatchObject(reused);
  const otherPassword = { ...abe, password: 'Another-password-1' };
  expect(await office.handlers['POST operator_add'](otherPassword, as(ada, 'a'))).toMatchObject(reused);
  expect(await office.add(abe, ada, 'b')).toMatchObject(refusal('account_taken', 'account'));
  expect(await office.add(abe, ines, 'a')).toMatchObject(refusal('account_taken', 'account'));

  const first = await office.confirm(abe, ines, 'c');
  const again = await office.confirm(abe, ines, 'c');
  expect(first).toMatchObject({ ok: true, value: { totp_secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
  expect(again).toEqual(first);
  expect(await office.confirm({ ...abe, account: 'tess' }, ines, 'c')).toMatchObject(reused);
  expect(await office.confirm(abe, ines, 'd')).toMatchObject(refusal('state_abnormal', 'account'));
  // The admin who added the account never gets the secret.
  expect(await office.add(abe, ada, 'a')).toMatchObject({ ok: true, value: { totp_secret: null } });
  expect(first.ok && (await office.enter('abe', first.value.totp_secret ?? ''))).toMatchObject({
    account: 'abe',
  });
  expect(await office.confirm(abe, ines, 'c')).toMatchObject({ ok: true, value: { totp_secret: null } });
});

test('rejects a common password, a reserved or taken account name, and an addition by an operator who is not an admin', async () => {
  const common = { ...who('tom'), password: 'aaaaaaaaaaaa' };
  expect(await office.handlers['POST operator_add'](common, as(ada))).toMatchObject(
    refusal('password_common', 'password'),
  );
  expect(await office.add(who('tom'), theo)).toMatchObject(refusal('unauthorized'));
  for (const account of ['bootstrap', 'payout-provider', 'ada']) {
    expect(await office.add(who(account))).toMatchObject(refusal('account_taken', 'account'));
  }
});

test('treats different spellings of a name as one person', async () => {
  const typed = ['Kim Doe', 'kim doe', ' KIM  Doe', 'Ｋim\u00a0Doe', 'k\u200bim doe'];
  for (const [at, person] of typed.entries()) {
    expect(await office.add(who(`kim${at}`, 'support', person))).toEqual(waits(`kim${at}`));
  }
  const persons = await office.owner(`select distinct person from operator where account like 'kim%'`);
  expect(persons).toEqual([{ person: 'Kim Doe' }]);
  expect(await office.newestRecord()).toMatchObject({ after: expect.stringContaining('"Kim Doe"') });
  // The confirming admin may spell the name differently.
  expect(await office.confirm(who('kim0', 'support', 'KIM DOE'))).toMatchObject({ ok: true });
});

test('closes the sessions of a disabled operator, and refuses to disable the operator again', async () => {
  await office.pool.query(
    `insert into operator_session (token_hash, account, created_ms, seen_ms, address, agent)
      values ('\\x01', 'tess', 5000, 7000, '', ''), ('\\x02', 'ada', 5000, 5000, '', '')`,
  );
  expect(await office.disable('tess')).toEqual({ ok: true, value: {} });
  const sessions = await office.owner(
    'select account, ended_ms is null as open from operator_session order by account',
  );
  expect(sessions).toEqual([
    { account: 'ada', open: true },
    { account: 'tess', open: false },
  ]);
  expect(await office.listed('tess')).toMatchObject({
    last_seen_at: 7,
    disabled_at: expect.any(Number) as number,
  });
  expect(await office.disable('tess')).toMatchObject(refusal('state_abnormal', 'account'));
  expect(await office.disable('nobody')).toMatchObject(refusal('user_not_found', 'account'));
  expect(await office.disable('ADA ')).toMatchObject(refusal('operation_illegal', 'account'));
  expect(await office.disable('sam', theo)).toMatchObject(refusal('unauthorized'));
});

test('keeps at least two admins enabled, and never returns to single approval', async () => {
  // Of the three admins, Ada and Uma disable each other concurrently. Only one of them succeeds, so two admins remain.
  const each = await Promise.all([office.disable('ada', admin('uma')), office.disable('uma', ada)]);
  expect(each.filter((answer) => answer.ok)).toHaveLength(1);
  const [left, gone] = each[0].ok ? [admin('uma'), 'ada'] : [ada, 'uma'];
  expect(await office.disable('ines', left)).toMatchObject(refusal('two_admins_needed', 'account'));
  expect(await office.disable(left.account, ines)).toMatchObject(refusal('two_admins_needed', 'account'));
  expect(await office.add(who('bea', 'admin'), left)).toEqual(waits('bea'));
  // With a third admin again, one of the two may be disabled.
  expect(await office.confirm(who('bea', 'admin'), ines)).toMatchObject({ ok: true });
  expect(await office.disable('ines', left)).toMatchObject({ ok: true });
  expect(await office.disable(gone, left)).toMatchObject(refusal('state_abnormal', 'account'));
  expect(await office.add(who('cem'), left)).toEqual(waits('cem'));
  expect(await office.confirm(who('cem'), left)).toMatchObject(refusal('second_person_needed'));
  expect(await office.confirm(who('cem'), admin('bea'))).toMatchObject({ ok: true });
});
