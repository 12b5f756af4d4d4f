/** The chat through the front door: both sides of it on the whole server, sockets and streams included. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listenAtConsole, newVisitorKey, openChatLine } from '../../../../tools/testing/chat-line.ts';
import type { ChatLine, ConsoleEar, Speaker } from '../../../../tools/testing/chat-line.ts';
import { openConsoleLine } from '../../../../tools/testing/console-line.ts';
import type { ConsoleLine } from '../../../../tools/testing/console-line.ts';
import { join, knock } from '../../../../tools/testing/front-door.ts';
import { photo, photoWithPosition } from '../../../../tools/testing/pictures.ts';
import { MULTIPART, multipart, uploadParts } from '../../../../tools/testing/uploads.ts';
import { openWholeServer } from '../../../../tools/testing/whole-server.ts';
import type { WholeServer } from '../../../../tools/testing/whole-server.ts';
import { channels } from '@candor/protocol/channels.ts';
import { consoleChatEvent } from '@candor/protocol/console/chat.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { verifyAudit } from '../../operators/audit.ts';
import { removeUnsent } from './pictures.ts';
import { mailWaiting } from './waiting-mail.ts';

let server: WholeServer;
let pool: Pool;
let sam: ConsoleLine;
let rosa: ConsoleLine;
const closing: (() => void)[] = [];
const soon = { timeout: 5000, interval: 10 };

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 4 });
  sam = await openConsoleLine(server, 'sam');
  rosa = await openConsoleLine(server, 'rosa');
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  expect((await verifyAudit(pool)).fault).toBeUndefined();
  await pool.end();
  await server.stop();
  expect(server.told.filter((text) => / failed/.test(text))).toEqual([]);
});

let joined = 0;

/** Somebody new, connected unless told otherwise. */
async function line(speaker?: Speaker, { connected = true } = {}): Promise<ChatLine> {
  joined += 1;
  const who = speaker ?? { token: (await join(server.origin, `asker${joined}`)).token };
  const opened = openChatLine(server.origin, who);
  closing.push(opened.disconnect);
  if (connected) await opened.connect();
  return opened;
}

async function ear(by: ConsoleLine): Promise<ConsoleEar> {
  const opened = await listenAtConsole(server.origin, by.token);
  closing.push(opened.close);
  return opened;
}

/** The conversation in which this was said. */
async function idOf(text: string): Promise<string> {
  const { items } = await sam.done('GET chat_inbox', { q: text.slice(0, 60) });
  const id = items[0]?.id;
  if (id === undefined) throw new Error(`nobody said ${text}`);
  return id;
}

const take = (by: ConsoleLine, id: string) => by.done('POST chat_assign', { id, from: null });
const reply = (by: ConsoleLine, id: string, text: string) =>
  by.done('POST chat_reply', { id, client_id: randomUUID(), text });
const codeOf = ({ body }: { body: { type: string } }) =>
  body.type === 'ok' ? 'ok' : (body as unknown as { error: string }).error;

const speakers: [who: string, speaker: () => Speaker | undefined][] = [
  ['a customer', () => undefined],
  ['a visitor', () => ({ visitorKey: newVisitorKey() })],
];

describe.each(speakers)('%s', (who, speaker) => {
  test('asks, is answered, and both see each other write and read', async () => {
    const asker = await line(speaker());
    const console = await ear(sam);
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
    const id = await idOf(text);

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
    // Both sides heard what the tables say that they hear.
    for (const event of asker.events) v.parse(channels.chat.payload, event);
    for (const event of console.events) v.parse(consoleChatEvent, event);
    const { items } = await asker.done('GET chat/messages');
    expect(items.map(({ number, from }) => [number, from])).toEqual([
      [1, 'you'],
      [2, 'house'],
    ]);
  });

  test('sends once what is sent ten times at once, and nothing else under the same name', async () => {
    const asker = await line(speaker(), { connected: false });
    const clientId = randomUUID();
    const numbers = await Promise.all(
      Array.from({ length: 5 }, async () => (await asker.say(`again ${clientId}`, clientId)).number),
    );
    expect(new Set(numbers)).toEqual(new Set([1]));
    const other = await asker.ask('POST chat/send', { client_id: clientId, text: 'other' });
    expect(codeOf(other)).toBe('key_reused');
    expect((await asker.done('GET chat/messages')).items).toHaveLength(1);
  });

  test('may write ten at a time and one a second, and waits as long as it is told', async () => {
    const asker = await line(speaker(), { connected: false });
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        asker.ask('POST chat/send', { client_id: randomUUID(), text: `flood ${at}` }),
      ),
    );
    const codes = sent.map(codeOf);
    const passed = codes.filter((code) => code === 'ok').length;
    expect(passed).toBeGreaterThanOrEqual(LIMITS.chat.burst);
    expect(passed).toBeLessThan(LIMITS.chat.burst + 10);
    expect(new Set(codes)).toEqual(new Set(['ok', 'too_many_attempts']));
    const { items } = await asker.done('GET chat/messages');
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: passed }, (_, at) => at + 1));
  });

  test('cannot send what is too long, too big, or says who sends it', async () => {
    const asker = await line(speaker(), { connected: false });
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

  test('sends a picture, which is drawn anew and is for the two sides alone', async () => {
    const asker = await line(speaker(), { connected: false });
    const stranger = await line(speaker(), { connected: false });
    const bytes = await photoWithPosition(joined, 6);
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

    const id = await idOf(text);
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

  test('a picture that was not sent is gone after a day, one that was stays', async () => {
    const asker = await line(speaker(), { connected: false });
    const headers = { 'content-type': MULTIPART };
    const ids: string[] = [];
    for (const seed of [1, 2]) {
      const raw = multipart(
        uploadParts(await photo(5000 + joined * 10 + seed, { width: 50, height: 40 })).slice(1),
      );
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

  test('sends five pictures a minute', async () => {
    const asker = await line(speaker(), { connected: false });
    const codes: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const raw = multipart(uploadParts(await photo(1000 + at, { width: 40, height: 30 })).slice(1));
      const headers = { 'content-type': MULTIPART };
      codes.push(codeOf(await asker.ask('POST chat/picture', {}, { raw, headers })));
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'too_many_attempts']);
  });

  test('reads history upward by pages without a gap', async () => {
    const asker = await line(speaker(), { connected: false });
    await asker.say(`first of many ${joined}`);
    const id = await idOf(`first of many ${joined}`);
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

describe('who has no conversation', () => {
  test('without token and key cannot say a word, and reads nothing', async () => {
    const nobody = { fields: { client_id: randomUUID(), text: 'x' } };
    expect(codeOf(await knock(server.origin, 'POST chat/send', nobody))).toBe('parameter_missing');
    expect((await knock(server.origin, 'GET chat/messages')).body).toMatchObject({ message: { items: [] } });
    const headers = { 'visitor-key': 'guess' };
    expect(codeOf(await knock(server.origin, 'GET chat/messages', { headers }))).toBe('parameter_wrong');
    expect(codeOf(await knock(server.origin, 'GET chat/messages', { token: 'A'.repeat(43) }))).toBe(
      'session_ended',
    );
  });

  test('who signs in has another conversation than as a visitor', async () => {
    const visitorKey = newVisitorKey();
    const visitor = await line({ visitorKey }, { connected: false });
    await visitor.say('as a visitor');
    const { token } = await join(server.origin, 'signsin');
    const headers = { 'visitor-key': visitorKey };
    const signedIn = await knock(server.origin, 'GET chat/messages', { token, headers });
    expect(signedIn.body).toMatchObject({ message: { items: [] } });
    expect((await visitor.done('GET chat/messages')).items).toHaveLength(1);
  });

  test('of one address opens so many conversations an hour', async () => {
    const codes = new Set<string>();
    for (let at = 0; at < LIMITS.chat.visitorsAddressMax + 1; at += 1) {
      const fields = { client_id: randomUUID(), text: 'hello' };
      const headers = { 'visitor-key': newVisitorKey() };
      const answer = await knock(server.origin, 'POST chat/send', { fields, headers, address: '127.9.9.9' });
      if (at < LIMITS.chat.visitorsAddressMax) expect(codeOf(answer)).toBe('ok');
      codes.add(codeOf(answer));
    }
    expect(codes).toEqual(new Set(['ok', 'too_many_attempts']));
  });

  test('a visitor’s key is kept as its hash alone', async () => {
    const visitorKey = newVisitorKey();
    await (await line({ visitorKey }, { connected: false })).say('secret key');
    const found = await pool.query<{ row: string }>(`select c::text as row from chat_conversation c`);
    expect(found.rows.some(({ row }) => row.includes(visitorKey))).toBe(false);
  });
});

describe('operators', () => {
  test('one has a conversation at a time; it is handed over, given back and closed on record', async () => {
    const asker = await line();
    await asker.say('who has me?');
    const id = await idOf('who has me?');
    expect(codeOf(await sam.ask('POST chat_reply', { id, client_id: randomUUID(), text: 'x' }))).toBe(
      'case_changed',
    );
    const tries = await Promise.all([
      sam.ask('POST chat_assign', { id, from: null }),
      rosa.ask('POST chat_assign', { id, from: null }),
    ]);
    expect(tries.map(codeOf).toSorted()).toEqual(['case_changed', 'ok']);
    const [one] = tries;
    const first = codeOf(one) === 'ok' ? sam : rosa;
    const second = first === sam ? rosa : sam;
    expect(codeOf(await second.ask('POST chat_reply', { id, client_id: randomUUID(), text: 'x' }))).toBe(
      'case_changed',
    );
    await first.done('POST chat_assign', { id, from: first.account, to: second.account });
    expect(codeOf(await first.ask('POST chat_reply', { id, client_id: randomUUID(), text: 'x' }))).toBe(
      'case_changed',
    );
    await reply(second, id, 'I have you.');
    expect(codeOf(await first.ask('POST chat_assign', { id, from: second.account, to: 'theo' }))).toBe(
      'user_not_found',
    );
    await second.done('POST chat_release', { id });
    expect(codeOf(await first.ask('POST chat_close', { id, last: 1 }))).toBe('case_changed');
    await first.done('POST chat_close', { id, last: 2, note: 'answered' });
    expect(await asker.done('POST chat/open')).toMatchObject({
      conversation: { status: 'closed', agent: null },
    });
    await asker.say('one more thing');
    expect(await asker.done('POST chat/open')).toMatchObject({ conversation: { status: 'open' } });
    const record = await pool.query<{ action: string; operator: string }>(
      `select action, operator from audit where action like 'chat.%' and before like $1 order by seq`,
      [`%"${id}"%`],
    );
    expect(record.rows).toEqual([
      { action: 'chat.assign', operator: first.account },
      { action: 'chat.assign', operator: first.account },
      { action: 'chat.release', operator: second.account },
      { action: 'chat.close', operator: first.account },
    ]);
  });

  test('sending an answer twice sends it once', async () => {
    const asker = await line();
    await asker.say('answer me twice');
    const id = await idOf('answer me twice');
    await take(sam, id);
    const clientId = randomUUID();
    const twice = await Promise.all(
      [1, 2].map(() => sam.done('POST chat_reply', { id, client_id: clientId, text: 'once' })),
    );
    expect(twice.map(({ number }) => number)).toEqual([2, 2]);
    await expect.poll(() => asker.events.filter(({ kind }) => kind === 'message'), soon).toHaveLength(2);
  });

  test('the inbox shows what waits first, by how long; mine; and what is looked for', async () => {
    const asker = await line(undefined, { connected: false });
    await asker.say('needle in the haystack');
    const id = await idOf('needle in the haystack');
    const { items } = await sam.done('GET chat_inbox', { limit: 100 });
    const waits = items.map(({ waiting_since: since }) => since ?? Infinity);
    const untilFirstAnswered = waits.slice(
      0,
      waits.indexOf(Infinity) < 0 ? waits.length : waits.indexOf(Infinity),
    );
    expect(untilFirstAnswered).toEqual(untilFirstAnswered.toSorted((a, b) => a - b));
    expect(waits.slice(untilFirstAnswered.length).every((since) => since === Infinity)).toBe(true);
    await take(rosa, id);
    const mine = await rosa.done('GET chat_inbox', { show: 'mine', limit: 100 });
    expect(mine.items.every((row) => row.assigned_to === 'rosa')).toBe(true);
    expect(mine.items.map((row) => row.id)).toContain(id);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await sam.done('GET chat_inbox', {
        limit: 7,
        ...(cursor === undefined ? {} : { cursor }),
      });
      paged.push(...page.items.map((row) => row.id));
      cursor = page.next;
    }
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged).toEqual((await sam.done('GET chat_inbox', { limit: 100 })).items.map((row) => row.id));
    await reply(rosa, id, 'found');
    expect((await sam.done('GET chat_inbox', { show: 'waiting', q: 'needle in' })).items).toEqual([]);
  });

  test('who is tied to the customer neither sees, hears nor answers it', async () => {
    const asker = await line();
    const console = await ear(rosa);
    await asker.say('of my own family');
    const id = await idOf('of my own family');
    await expect.poll(() => console.events.length, soon).toBeGreaterThan(0);
    const customer = (await sam.done('GET chat_conversation', { id })).row.customer ?? '';
    const ada = await openConsoleLine(server, 'ada');
    await ada.done('POST tie', { customer, person: 'rosa' });
    for (const [name, fields] of [
      ['GET chat_conversation', { id }],
      ['POST chat_read', { id, number: 1 }],
      ['POST chat_assign', { id, from: null }],
      ['POST chat_reply', { id, client_id: randomUUID(), text: 'hello, aunt' }],
    ] as const) {
      expect([name, codeOf(await rosa.ask(name, fields as never))]).toEqual([name, 'conflict_of_interest']);
    }
    expect((await rosa.done('GET chat_inbox', { limit: 100 })).items.map((row) => row.id)).not.toContain(id);
    const quiet = await ear(rosa);
    await asker.say('psst');
    await pool.query('select pg_sleep(0.2)');
    expect(quiet.events).toEqual([]);
  });

  test('ready-made answers have versions, on record, and can be withdrawn', async () => {
    const given = { slug: 'hello', language: 'en' as const, title: 'Hello', text: 'Good day.' };
    const first = await sam.done('POST chat_canned', { ...given, version: 0 });
    expect(first).toMatchObject({ version: 1, by: 'sam', text: 'Good day.' });
    expect(codeOf(await rosa.ask('POST chat_canned', { ...given, version: 0 }))).toBe('case_changed');
    await rosa.done('POST chat_canned', { ...given, version: 1, text: 'Good day to you.' });
    await sam.done('POST chat_canned', { ...given, language: 'es', version: 0, text: 'Buenos días.' });
    expect(await sam.done('GET chat_canned', { language: 'en' })).toMatchObject([{ version: 2, by: 'rosa' }]);
    await sam.done('POST chat_canned', { ...given, version: 2, withdrawn: true });
    expect(await sam.done('GET chat_canned')).toMatchObject([{ language: 'es' }]);
    await expect(
      pool.query(`insert into chat_canned values ('x', 'en', 1, 'x', 'x', false, 'sam', 1)`),
    ).rejects.toThrow(/without a record/);
  });

  test('the desk counts what waits, and how long answers took', async () => {
    const asker = await line();
    await asker.say('count me');
    const waits = async () => {
      const { waiting } = await sam.done('GET dashboard');
      return waiting.find(({ kind }) => kind === 'chat');
    };
    const before = await waits();
    expect(before?.count).toBeGreaterThan(0);
    const id = await idOf('count me');
    const { items } = await sam.done('GET cases', { kind: 'chat', limit: 100 });
    expect(items.map((one) => one.id)).toContain(id);
    await take(sam, id);
    await reply(sam, id, 'counted');
    expect(await waits()).toMatchObject({ count: (before?.count ?? 0) - 1, in_time_share: 1 });
  });
});

describe('the console’s stream', () => {
  test('is for operators who answer customers, from where operators sit, while their session lasts', async () => {
    const theo = await openConsoleLine(server, 'theo');
    expect(await listenAtConsole(server.origin, theo.token)).toMatchObject({ status: 403 });
    expect(await listenAtConsole(server.origin, await server.login())).toMatchObject({ status: 401 });
    const far = await listenAtConsole(server.origin, sam.token, {
      headers: { 'x-forwarded-for': '8.8.8.8' },
    });
    expect(far.status).toBe(404);
    const ines = await openConsoleLine(server, 'ines');
    const listening = await ear(ines);
    await ines.done('POST logout');
    await listening.ended;
    expect(listening.names).toContain('ended');
  });

  test('listening does not keep a session from going idle', async () => {
    const ada = await openConsoleLine(server, 'ada');
    const listening = await ear(ada);
    await pool.query(`update operator_session set seen_ms = seen_ms - $1 where account = 'ada'`, [
      LIMITS.console.idleMs + 1000,
    ]);
    await listening.ended;
    expect(listening.names).toContain('ended');
  });
});

describe('a mail', () => {
  const mails = async (account: string) =>
    (
      await pool.query(
        `select from mail m join customer c on c.id = m.customer where c.account = $1 and m.kind = 'chat_waiting'`,
        [account],
      )
    ).rowCount;
  const due = (hears: boolean) =>
    mailWaiting({ pool, now: () => Date.now() + LIMITS.chat.mailAfterMs + 1000, hears: () => hears });

  test('says once that an answer waits, where nobody is connected, and again after it was read', async () => {
    const member = await join(server.origin, 'waitsformail');
    const asker = await line({ token: member.token }, { connected: false });
    await asker.say('mail me');
    const id = await idOf('mail me');
    await take(sam, id);
    await reply(sam, id, 'an answer');
    expect(await mailWaiting({ pool, now: Date.now, hears: () => false })).toBe(0);
    await due(true);
    expect(await mails('waitsformail')).toBe(0);
    await due(false);
    await reply(sam, id, 'another answer');
    await due(false);
    expect(await mails('waitsformail')).toBe(1);
    await asker.done('POST chat/read', { number: 3 });
    await due(false);
    expect(await mails('waitsformail')).toBe(1);
    await reply(sam, id, 'a third');
    await due(false);
    expect(await mails('waitsformail')).toBe(2);
  });
});

describe('the database', () => {
  const insertion = (sender: string, operator: string | null, id: string) =>
    pool.query('select * from chat_append($1, $2, gen_random_uuid(), $3, $4, null, null, 1, $5)', [
      ...[id, sender, operator, 'forged', 'en'],
    ]);

  test('lets nobody write under another name, change what was said, or take a conversation off the record', async () => {
    const asker = await line();
    await asker.say('keep my words');
    const id = await idOf('keep my words');
    await expect(insertion('house', null, id)).rejects.toThrow(/cannot write/);
    await expect(insertion('visitor', null, id)).rejects.toThrow(/cannot write/);
    await expect(insertion('customer', 'sam', id)).rejects.toThrow(/cannot write/);
    expect((await insertion('house', 'sam', id)).rows[0]).toMatchObject({ became: 'taken' });
    for (const change of [
      `update chat_message set text = 'x'`,
      'delete from chat_message',
      `insert into chat_message (conversation, number, sender, client_id, text, time_ms) values (${id}, 9, 'customer', gen_random_uuid(), 'x', 1)`,
    ]) {
      await expect(pool.query(change)).rejects.toThrow(/permission denied/);
    }
    await expect(
      pool.query(`update chat_conversation set assigned_to = 'sam' where id = $1`, [id]),
    ).rejects.toThrow(/without a record/);
    await expect(
      pool.query(`update chat_conversation set status = 'closed', waiting_since_ms = null where id = $1`, [
        id,
      ]),
    ).rejects.toThrow(/without a record/);
  });

  test('numbers every conversation without a gap', async () => {
    const found = await pool.query(
      `select from chat_conversation c left join (select conversation, count(*) as n, max(number) as last from chat_message
          group by conversation) m on m.conversation = c.id
        where c.last_number <> coalesce(m.n, 0) or c.last_number <> coalesce(m.last, 0)`,
    );
    expect(found.rowCount).toBe(0);
  });
});
