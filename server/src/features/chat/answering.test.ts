/** Chat end to end over HTTP from the operators' side: inbox, audited actions, event stream, mail, database. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listenAtConsole, newVisitorKey } from '@candor/testing/chat-line.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { join } from '@candor/testing/front-door.ts';
import { consoleChatEvent } from '@candor/protocol/chat/console.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import { codeOf, openScene, reply, soon, take } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';
import { mailWaiting } from './reminder-mail.ts';

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

describe('the console', () => {
  test('assigns a conversation to one operator at a time, and audits transfer, release and close', async () => {
    const asker = await scene.line();
    await asker.say('who has me?');
    const id = await scene.idOf('who has me?');
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

  test('sends an answer once when it is submitted twice', async () => {
    const asker = await scene.line();
    await asker.say('answer me twice');
    const id = await scene.idOf('answer me twice');
    await take(sam, id);
    const clientId = randomUUID();
    const twice = await Promise.all(
      [1, 2].map(() => sam.done('POST chat_reply', { id, client_id: clientId, text: 'once' })),
    );
    expect(twice.map(({ number }) => number)).toEqual([2, 2]);
    await expect.poll(() => asker.events.filter(({ kind }) => kind === 'message'), soon).toHaveLength(2);
  });

  test('orders the inbox by waiting time, and filters it by assignee and by search text', async () => {
    const asker = await scene.line(undefined, { connected: false });
    await asker.say('needle in the haystack');
    const id = await scene.idOf('needle in the haystack');
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

  test("hides a conversation from an operator with a conflict of interest, and refuses that operator's answers", async () => {
    const asker = await scene.line();
    const console = await scene.ear(rosa);
    await asker.say('of my own family');
    const id = await scene.idOf('of my own family');
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
    const quiet = await scene.ear(rosa);
    await asker.say('psst');
    await pool.query('select pg_sleep(0.2)');
    expect(quiet.events).toEqual([]);
  });

  test('refuses to assign a customer to an operator with a conflict of interest', async () => {
    const asker = await scene.line();
    await asker.say('not to my cousin');
    const id = await scene.idOf('not to my cousin');
    const { row, colleagues } = await sam.done('GET chat_conversation', { id });
    expect(colleagues).toContain('rosa');
    const ada = await openConsoleLine(server, 'ada');
    await ada.done('POST tie', { customer: row.customer ?? '', person: 'rosa' });
    expect((await sam.done('GET chat_conversation', { id })).colleagues).not.toContain('rosa');
    expect(codeOf(await sam.ask('POST chat_assign', { id, from: null, to: 'rosa' }))).toBe('user_not_found');
    await sam.done('POST chat_assign', { id, from: null, to: 'ada' });
  });

  test("receives an event when a customer's or visitor's device connects or disconnects", async () => {
    for (const speaker of [undefined, { visitorKey: newVisitorKey() }]) {
      const asker = await scene.line(speaker);
      const text = `are you still there? ${randomUUID()}`;
      await asker.say(text);
      const id = await scene.idOf(text);
      const console = await scene.ear(sam);
      expect(await sam.done('GET chat_conversation', { id })).toMatchObject({ connected: true });
      const heard = () => console.events.filter((event) => event.kind === 'presence');
      asker.disconnect();
      await expect.poll(heard, soon).toEqual([{ kind: 'presence', id, connected: false }]);
      expect(await sam.done('GET chat_conversation', { id })).toMatchObject({ connected: false });
      await asker.connect();
      await expect.poll(() => heard().at(-1), soon).toEqual({ kind: 'presence', id, connected: true });
      for (const event of console.events) v.parse(consoleChatEvent, event);
      scene.hangUp();
    }
  });

  test('stores canned answers as audited versions, and hides withdrawn answers', async () => {
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

  test('reports the number of waiting conversations and their answer times on the dashboard', async () => {
    const asker = await scene.line();
    await asker.say('count me');
    const waits = async () => {
      const { waiting } = await sam.done('GET dashboard');
      return waiting.find(({ kind }) => kind === 'chat');
    };
    const before = await waits();
    expect(before?.count).toBeGreaterThan(0);
    const id = await scene.idOf('count me');
    const { items } = await sam.done('GET cases', { kind: 'chat', limit: 100 });
    expect(items.map((one) => one.id)).toContain(id);
    await take(sam, id);
    await reply(sam, id, 'counted');
    expect(await waits()).toMatchObject({ count: (before?.count ?? 0) - 1, in_time_share: 1 });
  });
});

describe('the console’s event stream', () => {
  test('admits only operators who answer customers, from allowed networks, while their session is valid', async () => {
    const theo = await openConsoleLine(server, 'theo');
    expect(await listenAtConsole(server.origin, theo.token)).toMatchObject({ status: 403 });
    expect(await listenAtConsole(server.origin, await server.login())).toMatchObject({ status: 401 });
    const far = await listenAtConsole(server.origin, sam.token, {
      headers: { 'x-forwarded-for': '8.8.8.8' },
    });
    expect(far.status).toBe(404);
    const ines = await openConsoleLine(server, 'ines');
    const listening = await scene.ear(ines);
    await ines.done('POST logout');
    await listening.ended;
    expect(listening.names).toContain('ended');
  });

  test('does not keep an idle session from expiring while the stream is open', async () => {
    const ada = await openConsoleLine(server, 'ada');
    const listening = await scene.ear(ada);
    await pool.query(`update operator_session set seen_ms = seen_ms - $1 where account = 'ada'`, [
      LIMITS.console.idleMs + 1000,
    ]);
    await listening.ended;
    expect(listening.names).toContain('ended');
  });
});

describe('support', () => {
  const seen = (agoMs: number) =>
    pool.query('update operator_session set seen_ms = $1', [Date.now() - agoMs]);
  /** Reads the online status from the chat and from the help page. */
  const isOnline = async () => {
    const asked = await Promise.all([server.call('POST chat/open'), server.call('GET news/getkf')]);
    return asked.map(({ body }) => (body.message as { online: boolean }).online);
  };

  test('is online in the chat and on the help page while a recently active operator is connected', async () => {
    expect(await isOnline()).toEqual([false, false]);
    const console = await scene.ear(sam);
    expect(await isOnline()).toEqual([true, true]);
    await seen(limits.attendedMs + 1000);
    await expect.poll(isOnline, { ...soon, timeout: 12_000 }).toEqual([false, false]);
    await seen(0);
    await expect.poll(isOnline, { ...soon, timeout: 12_000 }).toEqual([true, true]);
    console.close();
    await expect.poll(isOnline, soon).toEqual([false, false]);
  });

  test("counts an operator's requests as activity, but not the opening of a stream", async () => {
    await seen(20 * 60_000);
    const at = async () => (await pool.query('select max(seen_ms) as at from operator_session')).rows[0];
    const before = await at();
    await scene.ear(sam);
    expect(await at()).toEqual(before);
    await sam.done('GET chat_inbox');
    expect(await at()).not.toEqual(before);
  });
});

describe('reminder mail', () => {
  const mails = async (account: string) =>
    (
      await pool.query(
        `select from mail m join customer c on c.id = m.customer where c.account = $1 and m.kind = 'chat_waiting'`,
        [account],
      )
    ).rowCount;
  const due = (hears: boolean) =>
    mailWaiting({ pool, now: () => Date.now() + limits.mailAfterMs + 1000, hears: () => hears });

  test('is sent once until the customer reads the answers, and only while no device is connected', async () => {
    const member = await join(server.origin, 'waitsformail');
    const asker = await scene.line({ token: member.token }, { connected: false });
    await asker.say('mail me');
    const id = await scene.idOf('mail me');
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

  test('is sent to a disconnected customer even if a connected customer is due first', async () => {
    const members = await Promise.all(['here', 'away'].map((name) => join(server.origin, `${name}waits`)));
    for (const { token } of members) {
      const asker = await scene.line({ token }, { connected: false });
      const text = `wait ${randomUUID()}`;
      await asker.say(text);
      const id = await scene.idOf(text);
      await take(sam, id);
      await reply(sam, id, 'an answer');
    }
    const { rows } = await pool.query<{ id: string }>(`select id from customer where account = 'awaywaits'`);
    const deps = {
      ...{ pool, now: () => Date.now() + limits.mailAfterMs + 1000 },
      hears: (customer: bigint) => customer !== BigInt(rows[0]?.id ?? 0),
      batch: 1,
    };
    expect(await mailWaiting(deps)).toBe(1);
    expect(await mailWaiting(deps)).toBe(0);
  });
});

describe('the database', () => {
  const insertion = (sender: string, operator: string | null, id: string) =>
    pool.query('select * from chat_append($1, $2, gen_random_uuid(), $3, $4, null, null, 1, $5)', [
      ...[id, sender, operator, 'forged', 'en'],
    ]);

  test('rejects a forged sender, an edited message and an unaudited change of a conversation', async () => {
    const asker = await scene.line();
    await asker.say('keep my words');
    const id = await scene.idOf('keep my words');
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

  test('accepts messages while the clock is behind the time of the newest message', async () => {
    const asker = await scene.line(undefined, { connected: false });
    await asker.say('before the clock was set back');
    const id = await scene.idOf('before the clock was set back');
    await take(sam, id);
    const became: string[] = [];
    for (const [sender, operator] of [
      ['house', 'sam'],
      ['customer', null],
      ['house', 'sam'],
    ] as const) {
      became.push((await insertion(sender, operator, id)).rows[0].became);
    }
    expect(became).toEqual(['new', 'new', 'new']);
  });

  test("numbers every conversation's messages without a gap", async () => {
    const found = await pool.query(
      `select from chat_conversation c left join (select conversation, count(*) as n, max(number) as last from chat_message
          group by conversation) m on m.conversation = c.id
        where c.last_number <> coalesce(m.n, 0) or c.last_number <> coalesce(m.last, 0)`,
    );
    expect(found.rowCount).toBe(0);
  });
});
