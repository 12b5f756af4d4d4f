/**
 * The database's guards for new operators: plain SQL of the serving role that the guards reject, and the addition of the
 * first admins.
 */
import { expect, onTestFinished, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { Office, admin, refusal, waits, who } from './testing/office.ts';
import type { Done } from './testing/office.ts';

async function opened(opening: Promise<Office>): Promise<Office> {
  const office = await opening;
  onTestFinished(() => office.close());
  return office;
}

const insert = (account: string, by: string | null, rest: Readonly<Record<string, string>> = {}) => {
  const columns = {
    ...{ account: `'${account}'`, role: `'admin'`, person: `'${account}'`, password_hash: `''` },
    ...{ created_ms: '5', added_by: by === null ? 'null' : `'${by}'`, ...rest },
  };
  return `insert into operator (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
};
const confirmation = (account: string, by: string, rest = `sealed_totp_secret = '\\x01'`) =>
  `update operator set confirmed_by = '${by}', confirmed_ms = 6, ${rest} where account = '${account}'`;

test('refuses plain SQL of the serving role that bypasses the rules', async () => {
  const office = await opened(Office.withExamples());
  await office.join(who('eve', 'admin'));
  await office.add(who('fay', 'admin'));
  await office.add(who('gus', 'support', 'ines'));
  await office.add(who('hal'));
  await office.disable('hal');
  await office.add(who('ivy'), admin('eve'));
  await office.disable('eve');
  const addedBy = (by: string) => [[by, 'operator.add', 'mallory']] as const;
  const confirmedBy = (by: string, account = 'fay') => [[by, 'operator.confirm', account]] as const;
  const refused: readonly (readonly [string, Done, string, RegExp])[] = [
    ['added without a record', [], insert('mallory', 'ada'), /without a record/],
    ['added in the name of another admin', addedBy('ines'), insert('mallory', 'ada'), /without a record/],
    ['added by no admin', addedBy('theo'), insert('mallory', 'theo'), /without a record/],
    ['added by a pending admin', addedBy('fay'), insert('mallory', 'fay'), /is not signed/],
    ['added by a disabled admin', addedBy('eve'), insert('mallory', 'eve'), /is not an active operator/],
    ['a second bootstrapped admin', addedBy('bootstrap'), insert('mallory', 'bootstrap'), /is not signed/],
    [
      'a reserved account name',
      [['ada', 'operator.add', 'bootstrap']],
      insert('bootstrap', 'ada'),
      /names_check/,
    ],
    [
      'an authenticator before the confirmation',
      addedBy('ada'),
      insert('mallory', 'ada', { sealed_totp_secret: `'\\x01'` }),
      /authenticator before/,
    ],
    ['confirmed without a record', [], confirmation('fay', 'ines'), /without a record/],
    [
      'confirmed by a disabled admin',
      confirmedBy('eve'),
      confirmation('fay', 'ines'),
      /is not an active operator/,
    ],
    [
      'confirmed with the record of another account',
      confirmedBy('ines', 'gus'),
      confirmation('fay', 'ines'),
      /without a/,
    ],
    ['confirmed by the admin who added it', confirmedBy('ada'), confirmation('fay', 'ada'), /two persons/],
    ['confirmed by themselves', confirmedBy('fay'), confirmation('fay', 'fay'), /is not signed/],
    [
      'confirmed by the same person',
      confirmedBy('ines', 'gus'),
      confirmation('gus', 'ines'),
      /by two persons/,
    ],
    ['confirmed by no admin', confirmedBy('theo'), confirmation('fay', 'theo'), /two persons/],
    [
      'confirmed by an admin who was disabled',
      confirmedBy('eve'),
      confirmation('fay', 'eve'),
      /is not an active operator/,
    ],
    [
      'confirmed as the owner by the serving role',
      confirmedBy('bootstrap'),
      confirmation('fay', 'bootstrap'),
      /is not signed/,
    ],
    [
      'confirmed without an authenticator',
      confirmedBy('ines'),
      confirmation('fay', 'ines', 'totp_last_step = 0'),
      /without/,
    ],
    [
      'confirmed after it was disabled',
      confirmedBy('ines', 'hal'),
      confirmation('hal', 'ines'),
      /without a record/,
    ],
    [
      'added by an admin who has since been disabled',
      confirmedBy('ines', 'ivy'),
      confirmation('ivy', 'ines'),
      /two persons/,
    ],
    [
      'a withdrawn confirmation',
      [],
      `update operator set confirmed_by = null, confirmed_ms = null`,
      /without a record/,
    ],
    ['confirmed twice', confirmedBy('ines', 'rosa'), confirmation('rosa', 'ines'), /operator rosa/],
    [
      'another authenticator',
      [],
      `update operator set sealed_totp_secret = '\\x02' where account = 'ines'`,
      /another authenticator/,
    ],
    [
      'an authenticator while pending',
      [],
      `update operator set sealed_totp_secret = '\\x02' where account = 'fay'`,
      /another authenticator/,
    ],
    [
      'another password',
      [],
      `update operator set password_hash = '' where account = 'ines'`,
      /another password/,
    ],
    ['another person', [], `update operator set person = 'x' where account = 'ines'`, /denied/],
    ['another role', [], `update operator set role = 'admin' where account = 'theo'`, /denied/],
    ['deleted', [], `delete from operator where account = 'ines'`, /denied/],
    [
      'disabled without a record',
      [],
      `update operator set disabled_ms = 1 where account = 'sam'`,
      /without a record/,
    ],
    [
      'disabled by a pending admin',
      [['fay', 'operator.disable', 'sam']],
      `update operator set disabled_ms = 1 where account = 'sam'`,
      /is not signed/,
    ],
    [
      'disabled by themselves',
      [['ines', 'operator.disable', 'ines']],
      `update operator set disabled_ms = 1 where account = 'ines'`,
      /without a record/,
    ],
    [
      'disabling one of the last two admins',
      [['ada', 'operator.disable', 'ines']],
      `update operator set disabled_ms = 1 where account = 'ines'`,
      /two admins must be left/,
    ],
    [
      'enabled again',
      [['ada', 'operator.disable', 'eve']],
      `update operator set disabled_ms = null where account = 'eve'`,
      /without a record/,
    ],
    [
      'a session of a pending operator',
      [],
      `insert into operator_session (token_hash, account, created_ms, seen_ms, address, agent)
        values ('\\x03', 'fay', 1, 1, '', '')`,
      /cannot sign in/,
    ],
  ];
  for (const [what, done, sql, error] of refused) {
    await expect(office.write(done, sql), what).rejects.toThrow(error);
  }
  // The database decides whether the account is active, regardless of the insert.
  await office.write(addedBy('ada'), insert('mallory', 'ada', { confirmed_by: `'ines'`, confirmed_ms: '1' }));
  expect(await office.listed('mallory')).toMatchObject({ confirmed_by: null, confirmed_at: null });
  await office.write(confirmedBy('ines'), confirmation('fay', 'ines'));
  expect(await office.listed('fay')).toMatchObject({ confirmed_by: 'ines' });
});

test('the audit detects an operator that was written with the guards disabled', async () => {
  const office = await opened(Office.withExamples());
  await office.join(who('tess'));
  await office.add(who('uma'));
  expect(await breaches(office.pool)).toEqual([]);
  const plant = (sql: string) =>
    office.owner(`set session_replication_role = replica; ${sql}; set session_replication_role = origin`);
  const back = `update operator set confirmed_by = 'ines', person = account where account = 'tess'`;
  for (const sql of [
    `update operator set confirmed_by = 'ada' where account = 'tess'`,
    `update operator set confirmed_by = 'theo' where account = 'tess'`,
    `update operator set person = 'ines' where account = 'tess'`,
    `update operator set confirmed_by = 'ada', confirmed_ms = 1 where account = 'uma'`,
    `update operator set confirmed_by = null, confirmed_ms = null, sealed_totp_secret = '\\x01' where account = 'uma'`,
    insert('mallory', 'ada'),
  ]) {
    await plant(sql);
    const found = await breaches(office.pool);
    expect(
      found.map(({ invariant }) => invariant.slice(0, 3)),
      sql,
    ).toEqual(['L22']);
    await plant(back);
    await plant(
      `update operator set confirmed_by = null, confirmed_ms = null, sealed_totp_secret = null where account = 'uma'`,
    );
  }
  await plant(`delete from operator where account = 'mallory'`);
});

const kim = admin('kim', 'Kim');
const lee = admin('lee', 'Lee');

test('activates operators added by a single admin only until there are two admins', async () => {
  const office = await opened(Office.open());
  const first = [['bootstrap', 'operator.add', 'kim']] as const;
  const noAdmin = insert('kim', 'bootstrap', { role: `'treasurer'` });
  await expect(office.write(first, noAdmin)).rejects.toThrow(/without a record/);
  await office.write(first, insert('kim', 'bootstrap', { person: `'Kim'` }));
  expect(await office.listed('kim')).toMatchObject({ added_by: 'bootstrap', confirmed_by: 'bootstrap' });
  // Example operators exist only in a demo.
  await expect(office.write([], insert('mallory', null))).rejects.toThrow(/expected the operator who added/);

  // Two accounts of one person count as one, and a treasurer can't confirm.
  for (const one of [who('kim.second', 'admin', 'KIM'), who('theo', 'treasurer', 'Theo')]) {
    const added = await office.add(one, kim, one.account);
    if (!added.ok || added.value.totp_secret === null) throw new Error(JSON.stringify(added));
    expect(added.value).toMatchObject({ account: one.account, waits: false });
    // A retry after a lost answer gets the same secret, until it is used.
    expect(await office.add(one, kim, one.account)).toEqual(added);
    expect(await office.enter(one.account, added.value.totp_secret)).toMatchObject({ account: one.account });
    expect(await office.add(one, kim, one.account)).toMatchObject({ value: { totp_secret: null } });
    expect(await office.listed(one.account)).toMatchObject({ added_by: 'kim', confirmed_by: 'kim' });
  }
  expect(await office.disable('kim.second', kim)).toMatchObject({ ok: true });
  expect(await office.add(who('lee', 'admin', 'Lee'), kim)).toMatchObject({ value: { waits: false } });

  // There have been two admins, so every further addition takes two approvers.
  expect(await office.add(who('mona', 'admin'), kim)).toEqual(waits('mona'));
  expect(await office.disable('lee', kim)).toMatchObject(refusal('two_admins_needed', 'account'));
  expect(await office.confirm(who('mona', 'admin'), lee)).toMatchObject({ ok: true });
  expect(await office.disable('lee', kim)).toMatchObject({ ok: true });
  expect(await office.disable('mona', kim)).toMatchObject(refusal('two_admins_needed', 'account'));
  expect(await office.add(who('nina', 'admin'), kim)).toEqual(waits('nina'));
});

test('accepts a new example operator in a running demo', async () => {
  const office = await opened(Office.withExamples());
  await office.join(who('tess'));
  await office.write([], insert('later', null));
  expect(await office.listed('later')).toMatchObject({ added_by: null, confirmed_by: 'bootstrap' });
});

test('accepts the table owner as second approver if it is audited, and rejects deleting an operator', async () => {
  const office = await opened(Office.open());
  await office.write([['bootstrap', 'operator.add', 'kim']], insert('kim', 'bootstrap', { person: `'Kim'` }));
  await office.add(who('lee', 'admin', 'Lee'), kim);
  // Lee lost the authenticator, and there is no third admin.
  expect(await office.add(who('lee.again', 'admin', 'Lee'), kim)).toEqual(waits('lee.again'));
  expect(await office.confirm(who('lee.again', 'admin', 'Lee'), lee)).toMatchObject(
    refusal('second_person_needed'),
  );
  const record = `insert into audit (time_ms, operator, role, action, subject, before, after)
    values (1, 'bootstrap', 'admin', 'operator.confirm', 'operator:lee.again', '{}', '{}')`;
  const change = confirmation('lee.again', 'bootstrap');
  await expect(office.owner(change)).rejects.toThrow(/without a record/);
  await office.owner(`begin; ${record}; ${change}; commit`);
  expect(await office.listed('lee.again')).toMatchObject({ confirmed_by: 'bootstrap' });
  await expect(office.owner('delete from operator')).rejects.toThrow(/operator/);
  expect(await office.disable('lee', kim)).toMatchObject({ ok: true });
});
