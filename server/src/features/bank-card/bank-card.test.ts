/** Bank cards end to end over HTTP: stored, shown masked, and replaced only by their owner. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCard } from '@candor/testing/bank-cards.ts';
import { whileDiskIsFull } from '@candor/testing/full-disk.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';

const PASSWORD = 'x7!kqz-ok';
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

const save = async (token: string, change: Record<string, string> = {}) =>
  (await door.call('POST user/cash_save', { token, fields: { ...testCard, ...change } })).body;
const info = async (token: string) => (await door.call('POST user/cash_info', { token })).body.message;

async function rowOf(account: string) {
  const found = await door.pool.query(
    `select b.sealed, b.shown, b.payee_country, c.security_changed_ms, c.id from customer c
      left join bank_card b on b.book = c.id where c.account = $1`,
    [account],
  );
  return found.rows[0] as {
    sealed: Buffer | null;
    shown: string;
    payee_country: string;
    security_changed_ms: string | null;
    id: string;
  };
}

async function traces(account: string) {
  const { id } = await rowOf(account);
  const events = await door.pool.query<{ kind: string }>(
    `select kind from security_event where customer = $1 and kind like 'bank_card%' order by id`,
    [id],
  );
  const mails = await door.pool.query(
    `select from mail where email_key = $1 and kind = 'bank_card_changed'`,
    [`${account}@example.com`],
  );
  return { events: events.rows.map(({ kind }) => kind), mails: mails.rowCount };
}

test('stores the first card without confirmation and returns it masked', async () => {
  const token = await door.register('lena');
  expect(await info(token)).toEqual({ bound: false, bound_time: null, shown: null });
  const saved = await save(token);
  expect(saved).toMatchObject({
    type: 'ok',
    message: {
      bound: true,
      shown: {
        real_name: 'L•••• F••••',
        bank_name: 'Deutsche Bank',
        swift: 'DEUTDEFF500',
        card_number: '•••• 3000',
        phone: '•••• 5678',
        payee_country: 'DE',
        routing_number: null,
      },
    },
  });
  expect(await info(token)).toEqual(saved.message);
  const row = await rowOf('lena');
  expect(row.security_changed_ms).toBeNull();
  const card = JSON.parse(
    door.vault.open(row.sealed ?? Buffer.of(), `bank card ${row.id}`).toString(),
  ) as object;
  expect(card).toMatchObject({ card_number: 'DE89370400440532013000', real_name: 'Lena Fischer' });
  expect(await traces('lena')).toEqual({ events: ['bank_card_bound'], mails: 1 });
});

test('replaces a card only with the current password, notifies the customer by mail, and holds withdrawals', async () => {
  const token = await door.register('mara');
  await save(token);
  const other = { card_number: 'DE02 1203 0000 0000 2020 51', bank_name: 'DKB' };
  expect(await save(token, other)).toMatchObject({
    error: 'confirmation_needed',
    params: { kinds: 'password' },
  });
  expect(await save(token, { ...other, current_password: 'wrong-one' })).toMatchObject({
    error: 'confirmation_wrong',
    params: { field: 'current_password' },
  });
  expect(await info(token)).toMatchObject({ shown: { bank_name: 'Deutsche Bank' } });
  expect((await rowOf('mara')).security_changed_ms).toBeNull();
  expect(await save(token, { ...other, current_password: PASSWORD })).toMatchObject({
    message: { shown: { bank_name: 'DKB', card_number: '•••• 2051' } },
  });
  expect(Number((await rowOf('mara')).security_changed_ms)).toBeGreaterThan(Date.now() - 60_000);
  expect(await traces('mara')).toEqual({ events: ['bank_card_bound', 'bank_card_changed'], mails: 2 });
});

test('treats a resent first card as a retry: sends one notification and starts no withdrawal hold', async () => {
  const token = await door.register('sven');
  const first = await save(token);
  expect(await Promise.all([save(token), save(token)])).toEqual([first, first]);
  expect(await traces('sven')).toEqual({ events: ['bank_card_bound'], mails: 1 });
  expect((await rowOf('sven')).security_changed_ms).toBeNull();
  // After the retry window, resending the same card needs a confirmation like any other change.
  await door.pool.query(
    'update bank_card b set bound_ms = b.bound_ms - 600001 from customer c where c.id = b.book and c.account = $1',
    ['sven'],
  );
  expect(await save(token)).toMatchObject({ error: 'confirmation_needed' });
});

test('reports an invalid card even if the password is wrong', async () => {
  const token = await door.register('nina');
  await save(token);
  expect(await save(token, { swift: 'DEUTGB2L', current_password: 'wrong-one' })).toMatchObject({
    error: 'swift_wrong',
    params: { field: 'swift' },
  });
});

test('stores one of ten cards submitted concurrently, and requires a confirmation for the others', async () => {
  const token = await door.register('otto');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => save(token, { bank_name: `Bank ${at}` })),
  );
  const codes = answers
    .map((body) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error))
    .toSorted();
  expect(codes).toEqual([...Array<string>(9).fill('confirmation_needed'), 'ok']);
});

test('needs no confirmation to replace a card that the demo assigned', async () => {
  const token = await door.register('paul');
  await door.pool.query(
    'insert into bank_card (book, bound_ms) select id, 1000 from customer where account = $1',
    ['paul'],
  );
  expect(await info(token)).toEqual({ bound: true, bound_time: 1, shown: null });
  expect(await save(token)).toMatchObject({ type: 'ok' });
  expect((await rowOf('paul')).security_changed_ms).toBeNull();
});

test("reads and writes the customer's own card even if the request names another customer", async () => {
  const token = await door.register('rosa');
  const victim = await rowOf('lena');
  expect(await save(token, { book: victim.id, customer: victim.id, id: victim.id })).toMatchObject({
    type: 'ok',
  });
  const { body } = await door.call('POST user/cash_info', {
    token,
    fields: { book: victim.id, id: victim.id },
  });
  expect(body.message).toEqual(await info(token));
  expect((await rowOf('lena')).sealed).toEqual(victim.sealed);
});

test('stores nothing when the disk is full', async () => {
  const token = await door.register('full');
  const body = await whileDiskIsFull(door.ownerUrl, 'security_event', () => save(token));
  expect(body).toMatchObject({ error: 'try_again' });
  expect(door.errors.splice(0)).toMatchObject([{ code: '53100' }]);
  expect(await info(token)).toEqual({ bound: false, bound_time: null, shown: null });
});

test('stores no name, number or address of a card in plain text', async () => {
  const token = await door.register('secret');
  await save(token, { real_name: 'Xiomarabelle Zauberwald', user_name: 'Xiomarabelle' });
  const owner = new pg.Client({ connectionString: door.ownerUrl });
  await owner.connect();
  const rows = await owner.query<{ line: string }>('select b::text as line from bank_card b');
  const mails = await owner.query<{ line: string }>('select m::text as line from mail m');
  await owner.end();
  expect(rows.rowCount).toBeGreaterThan(5);
  for (const { line } of [...rows.rows, ...mails.rows]) {
    expect(line).not.toMatch(/Xiomarabelle|Zauberwald|Fischer|DE89 ?3704|370400|0532013|15112345|Lindenweg/i);
  }
});
