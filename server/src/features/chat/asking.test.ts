/** Chat end to end over HTTP from the side of customers and visitors: accepted messages and images, and rate limits. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newVisitorKey } from '@candor/testing/chat-line.ts';
import type { Speaker } from '@candor/testing/chat-line.ts';
import { join, knock } from '@candor/testing/front-door.ts';
import { customerAt, tradeOneOfEach } from '@candor/testing/one-of-each.ts';
import { photo, photoWithPosition } from '@candor/testing/pictures.ts';
import { MULTIPART, multipart, uploadParts } from '@candor/testing/uploads.ts';
import { channels } from '@candor/protocol/channels.ts';
import { consoleChatEvent } from '@candor/protocol/chat/console.ts';
import { createPool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { limits as chatLimits } from './limits.ts';
import { removeUnsent } from './pictures.ts';
import { codeOf, openScene, reply, soon, take } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

let scene: Scene;
let server: Scene['server'];
let pool: Scene['pool'];
let sam: Scene['sam'];
let rosa: Scene['rosa'];
beforeAll(async () => {
  scene = await openScene();
  ({ server, pool, sam, rosa } = scene);
});
afterEach(() => scene.hangUp());
afterAll(async () => expect(await scene.end()).toEqual({ violation: undefined, failed: [] }));

let seeds = 0;
/** Returns a seed that gives a different image on every call. */
const fresh = (): number => (seeds += 1);

const speakers: [who: string, speaker: () => Speaker | undefined][] = [
  ['a customer', () => undefined],
  ['a visitor', () => ({ visitorKey: newVisitorKey() })],
];

describe.each(speakers)('in the chat, %s', (who, speaker) => {
  test('exchanges messages, typing events and read marks with support', async () => {
    const asker = await scene.line(speaker());
    const console = await scene.ear(sam);
    expect(await asker.done('POST chat/open')).toEqual({
      conversation: null,
      unread: 0,
      online: true,
      answers_within_minutes: 10,
    });
    const text = `where is it, ${who}?`;
    const clientId = randomUUID();
    const asked = await asker.say(text, clientId);
    expect(asked).toMatchObject({ number: 1, from: 'you', client_id: clientId, by: null, text });
    const heard = () => console.events.find((one) => one.kind === 'message' && one.message.text === text);
    await expect.poll(heard, soon).toMatchObject({
      row: { unread: 1, assigned_to: null, overdue: false, last: 1, last_text: text },
      message: { number: 1, from: who.split(' ')[1], operator: null },
    });
    const id = await scene.idOf(text);

    await asker.done('POST chat/typing');
    await expect.poll(() => console.events, soon).toContainEqual({ kind: 'typing', id });
    await sam.done('POST chat_read', { id, number: 1 });
    await expect.poll(() => asker.events, soon).toContainEqual({ kind: 'read', by: 'house', number: 1 });

    await take(sam, id);
    await sam.done('POST chat_typing', { id });
    await expect.poll(() => asker.events, soon).toContainEqual({ kind: 'typing' });
    await reply(sam, id, 'Here.');
    const answered = () => asker.events.find((one) => one.kind === 'message' && one.message.from === 'house');
    await expect.poll(answered, soon).toMatchObject({
      message: { number: 2, client_id: null, by: { name: 'Sam', role: 'support' }, text: 'Here.' },
    });
    expect(await asker.done('POST chat/open')).toMatchObject({
      unread: 1,
      conversation: { status: 'open', last: 2, read: 0, house_read: 1, agent: { name: 'Sam' } },
    });
    await asker.done('POST chat/read', { number: 2 });
    await expect
      .poll(() => console.events.some((one) => one.kind === 'state' && one.row.read.customer === 2), soon)
      .toBe(true);
    expect(await asker.done('POST chat/open')).toMatchObject({ unread: 0 });
    // Every event that either side received matches the channel's schema.
    for (const event of asker.events) v.parse(channels.chat.payload, event);
    for (const event of console.events) v.parse(consoleChatEvent, event);
    const { items } = await asker.done('GET chat/messages');
    expect(items.map(({ number, from }) => [number, from])).toEqual([
      [1, 'you'],
      [2, 'house'],
    ]);
  });

  test('sends a message once even in concurrent retries, and is refused a different text with the same id', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const clientId = randomUUID();
    const numbers = await Promise.all(
      Array.from({ length: 5 }, async () => (await asker.say(`again ${clientId}`, clientId)).number),
    );
    expect(new Set(numbers)).toEqual(new Set([1]));
    const other = await asker.ask('POST chat/send', { client_id: clientId, text: 'other' });
    expect(codeOf(other)).toBe('key_reused');
    expect((await asker.done('GET chat/messages')).items).toHaveLength(1);
  });

  test('is rate-limited after a burst of messages, and loses no accepted message', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        asker.ask('POST chat/send', { client_id: randomUUID(), text: `flood ${at}` }),
      ),
    );
    const codes = sent.map(codeOf);
    const passed = codes.filter((code) => code === 'ok').length;
    expect(passed).toBeGreaterThanOrEqual(chatLimits.burst);
    expect(passed).toBeLessThan(chatLimits.burst + 10);
    expect(new Set(codes)).toEqual(new Set(['ok', 'too_many_attempts']));
    const { items } = await asker.done('GET chat/messages');
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: passed }, (_, at) => at + 1));
  });

  test("is refused an empty, long or oversized message, and can't forge the sender", async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const send = (fields: Record<string, unknown>) =>
      asker.ask('POST chat/send', { client_id: randomUUID(), ...fields });
    expect(codeOf(await send({ text: 'x'.repeat(2001) }))).toBe('parameter_wrong');
    expect(codeOf(await send({ text: '' }))).toBe('parameter_missing');
    expect(codeOf(await send({ text: 'x'.repeat(1024 * 1024) }))).toBe('body_too_big');
    expect(codeOf(await send({ client_id: '1', text: 'x' }))).toBe('parameter_wrong');
    const forged = await send({
      text: 'I am support',
      from: 'house',
      sender: 'house',
      by: { name: 'Sam' },
      operator: 'sam',
    });
    expect(codeOf(forged)).toBe('ok');
    expect((await asker.done('GET chat/messages')).items).toMatchObject([{ from: 'you', by: null }]);
  });

  test('sends an image, which is re-encoded and visible only to the two sides', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const stranger = await scene.line(speaker(), { connected: false });
    const bytes = await photoWithPosition(fresh(), 6);
    const raw = multipart(uploadParts(bytes).slice(1));
    const headers = { 'content-type': MULTIPART };
    const taken = await asker.ask('POST chat/picture', {}, { raw, headers });
    expect(taken.body).toMatchObject({ type: 'ok', message: { width: 400, height: 640 } });
    const picture = (taken.body as unknown as { message: { id: string } }).message.id;
    const stolen = { client_id: randomUUID(), picture };
    await stranger.say('mine');
    expect(codeOf(await stranger.ask('POST chat/send', stolen))).toBe('not_found');
    expect(codeOf(await stranger.ask('POST chat/picture_open', { picture }))).toBe('not_found');
    const text = `see ${picture}`;
    await asker.done('POST chat/send', { client_id: randomUUID(), text, picture });
    expect(codeOf(await asker.ask('POST chat/send', { client_id: randomUUID(), picture }))).toBe('not_found');
    const opened = await asker.done('POST chat/picture_open', { picture });
    expect(Buffer.from(opened.base64, 'base64').includes('GPS')).toBe(false);

    const id = await scene.idOf(text);
    const records = async () =>
      (await pool.query(`select from audit where action = 'chat.picture'`)).rowCount ?? 0;
    const before = await records();
    await rosa.done('POST chat_picture', { id, picture });
    expect(await records()).toBe(before + 1);
    await take(sam, id);
    expect(await sam.done('POST chat_picture', { id, picture })).toEqual(opened);
    expect(await records()).toBe(before + 1);
    expect((await sam.ask('POST chat_picture', { id, picture: '0'.repeat(32) })).status).toBe(404);
    expect(
      (await pool.query('select sealed from chat_picture where id = $1', [picture])).rows[0].sealed.includes(
        'JFIF',
      ),
    ).toBe(false);
  });

  test('has an uploaded image deleted after a day unless it was sent', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const headers = { 'content-type': MULTIPART };
    const ids: string[] = [];
    for (let at = 0; at < 2; at += 1) {
      const raw = multipart(uploadParts(await photo(5000 + fresh(), { width: 50, height: 40 })).slice(1));
      const { body } = await asker.ask('POST chat/picture', {}, { raw, headers });
      ids.push((body as unknown as { message: { id: string } }).message.id);
    }
    await asker.done('POST chat/send', { client_id: randomUUID(), picture: ids[0] });
    const isKept = async () =>
      Promise.all(ids.map(async (id) => codeOf(await asker.ask('POST chat/picture_open', { picture: id }))));
    await removeUnsent(pool, Date.now());
    expect(await isKept()).toEqual(['ok', 'ok']);
    await removeUnsent(pool, Date.now() + LIMITS.uploads.looseMs + 60_000);
    expect(await isKept()).toEqual(['ok', 'not_found']);
  });

  test('can upload five images a minute, and is refused the sixth', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    const codes: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const raw = multipart(uploadParts(await photo(1000 + at, { width: 40, height: 30 })).slice(1));
      const headers = { 'content-type': MULTIPART };
      codes.push(codeOf(await asker.ask('POST chat/picture', {}, { raw, headers })));
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'too_many_attempts']);
  });

  test('reads the history backwards page by page without a gap', async () => {
    const asker = await scene.line(speaker(), { connected: false });
    await asker.say(`first of many of ${who}`);
    const id = await scene.idOf(`first of many of ${who}`);
    await pool.query(
      'select chat_append($1, $2, gen_random_uuid(), null, g::text, null, null, 1, $3) from generate_series(2, 100) g',
      [id, who.split(' ')[1], 'en'],
    );
    const newest = await asker.done('GET chat/messages');
    expect([newest.items[0]?.number, newest.items.at(-1)?.number, newest.more]).toEqual([61, 100, true]);
    const older = await asker.done('GET chat/messages', { before: 61 });
    expect([older.items[0]?.number, older.items.at(-1)?.number, older.more]).toEqual([21, 60, true]);
    const missed = await asker.done('GET chat/messages', { after: 97 });
    expect([missed.items.map(({ number }) => number), missed.more]).toEqual([[98, 99, 100], false]);
  });
});

describe('the chat', () => {
  test('refuses messages and returns no history to a caller without a valid token or visitor key', async () => {
    const nobody = { fields: { client_id: randomUUID(), text: 'x' } };
    expect(codeOf(await knock(server.origin, 'POST chat/send', nobody))).toBe('parameter_missing');
    expect((await knock(server.origin, 'GET chat/messages')).body).toMatchObject({ message: { items: [] } });
    const headers = { 'visitor-key': 'guess' };
    expect(codeOf(await knock(server.origin, 'GET chat/messages', { headers }))).toBe('parameter_wrong');
    expect(codeOf(await knock(server.origin, 'GET chat/messages', { token: 'A'.repeat(43) }))).toBe(
      'session_ended',
    );
  });

  test("keeps a visitor's conversation separate from the one they have after logging in", async () => {
    const visitorKey = newVisitorKey();
    const visitor = await scene.line({ visitorKey }, { connected: false });
    await visitor.say('as a visitor');
    const { token } = await join(server.origin, 'signsin');
    const headers = { 'visitor-key': visitorKey };
    const signedIn = await knock(server.origin, 'GET chat/messages', { token, headers });
    expect(signedIn.body).toMatchObject({ message: { items: [] } });
    expect((await visitor.done('GET chat/messages')).items).toHaveLength(1);
  });

  test('limits the conversations that one address opens per hour', async () => {
    const codes = new Set<string>();
    for (let at = 0; at < chatLimits.visitorsAddressMax + 1; at += 1) {
      const fields = { client_id: randomUUID(), text: 'hello' };
      const headers = { 'visitor-key': newVisitorKey() };
      const answer = await knock(server.origin, 'POST chat/send', { fields, headers, address: '127.9.9.9' });
      if (at < chatLimits.visitorsAddressMax) expect(codeOf(answer)).toBe('ok');
      codes.add(codeOf(answer));
    }
    expect(codes).toEqual(new Set(['ok', 'too_many_attempts']));
  });

  test('counts concurrent first messages of one visitor as one conversation towards the hourly limit', async () => {
    const send = (visitorKey: string) =>
      knock(server.origin, 'POST chat/send', {
        fields: { client_id: randomUUID(), text: 'hello' },
        headers: { 'visitor-key': visitorKey },
        address: '127.9.9.8',
      });
    for (let at = 0; at < 12; at += 1) {
      const visitorKey = newVisitorKey();
      const answers = await Promise.all(Array.from({ length: chatLimits.burst }, () => send(visitorKey)));
      expect([at, new Set(answers.map(codeOf))]).toEqual([at, new Set(['ok'])]);
    }
  });

  test('limits images per address and day, however many visitor keys the address uses', async () => {
    const keys = Array.from({ length: chatLimits.visitorsAddressMax - 1 }, newVisitorKey);
    const codes: string[] = [];
    for (let at = 0; at <= chatLimits.picturesAddressDayMax; at += 1) {
      const raw = multipart(uploadParts(await photo(2000 + at, { width: 40, height: 30 })).slice(1));
      const headers = { 'content-type': MULTIPART, 'visitor-key': keys[at % keys.length] ?? '' };
      codes.push(
        codeOf(await knock(server.origin, 'POST chat/picture', { raw, headers, address: '127.9.9.7' })),
      );
    }
    expect(codes.filter((code) => code === 'ok')).toHaveLength(chatLimits.picturesAddressDayMax);
    expect(codes.at(-1)).toBe('uploads_too_many');
  });

  test('stores only the hash of a visitor’s key', async () => {
    const visitorKey = newVisitorKey();
    await (await scene.line({ visitorKey }, { connected: false })).say('secret key');
    const found = await pool.query<{ row: string }>(`select c::text as row from chat_conversation c`);
    expect(found.rows.some(({ row }) => row.includes(visitorKey))).toBe(false);
  });
});

/** A position of lena that she closed, as if a stop loss had closed it. */
async function stoppedPosition(): Promise<{ customer: string; position: string; token: string }> {
  const { body } = await knock(server.origin, 'POST user/login', {
    fields: { account: 'lena', password: 'Demo-lena-1' },
  });
  const lena = await customerAt(server.origin);
  await tradeOneOfEach(lena);
  const { id: customer } = await lena<{ id: string }>('GET user/info');
  const owner = createPool(server.ownerUrl, { max: 1 });
  await owner.query('begin; set local session_replication_role = replica');
  const { rows } = await owner.query<{ id: string }>(
    `update position set stop_price = 12345, stop_kind = 'loss', closes = jsonb_set(closes, '{0,reason}', '"stop_loss"')
      where book = $1 and status = 'closed' returning id`,
    [customer],
  );
  await owner.query('commit');
  await owner.end();
  return { customer, position: rows[0]?.id ?? '', token: (body as { message: string }).message };
}

test('an operator can explain a closing to a customer who did not ask, but only in the server’s words', async () => {
  const { customer, position, token } = await stoppedPosition();
  const asker = await scene.line({ token });
  const { text } = await sam.done('GET explanation', { customer, position });
  expect(text).toMatch(/12,?345/);
  const first = { customer, client_id: randomUUID(), position };
  const lie = { ...first, text: 'Your position was liquidated. Send 100 USDT to get it back.' };
  expect(await sam.done('POST chat_begin', lie)).toMatchObject({
    message: { number: 1, from: 'house', operator: 'sam', text },
  });
  const { id, message } = await sam.done('POST chat_begin', first);
  expect(message).toMatchObject({ number: 1, text });
  await expect
    .poll(() => asker.events.filter((one) => one.kind === 'message'), soon)
    .toMatchObject([{ message: { number: 1, from: 'house', text } }]);
  expect(codeOf(await rosa.ask('POST chat_begin', { ...first, client_id: randomUUID() }))).toBe(
    'case_changed',
  );
  await sam.done('POST chat_close', { id, last: 1 });
  expect(await rosa.done('POST chat_begin', { ...first, client_id: randomUUID() })).toMatchObject({
    ...{ id, message: { number: 2, operator: 'rosa', text } },
  });
  const { items } = await sam.done('GET audit', { customer, action: 'chat.assign' });
  expect(items.map(({ operator }) => operator)).toEqual(['rosa', 'sam']);
  const another = async (fields: object) => codeOf(await sam.ask('POST chat_begin', { ...first, ...fields }));
  expect(await another({ customer: '999999' })).toBe('user_not_found');
  const { token: quiet } = await join(server.origin, 'quiet');
  const joined = await knock(server.origin, 'GET user/info', { token: quiet });
  const { id: stranger } = (joined.body as { message: { id: string } }).message;
  expect(await another({ customer: stranger })).toBe('trade_not_found');
});
