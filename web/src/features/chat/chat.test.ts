/** A conversation on a device: network failures, late or missing answers, and reloads of the page. */
import type { ChatEvent, ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { expect, test } from 'vitest';
import { createChat } from './chat.ts';
import type { Chat, Outgoing } from './chat.ts';

/** Simulates a server with one conversation, and a network that can lose a request or its answer. */
function scene(kept: readonly Outgoing[] = []) {
  const said: ChatMessage[] = [];
  const violations: ('lost before' | 'lost behind' | 'slow down' | 'wait long' | 'busy line' | 'refused')[] =
    [];
  let readsLost = 0;
  const desk = { online: true };
  const standing = { status: 'open' as 'open' | 'closed', read: 0, house_read: 0 };
  const timers: { run: () => void; waitMs: number }[] = [];
  let stored = kept;
  let ids = 0;
  const read: number[] = [];
  let typed = 0;
  let nowMs = 10_000;
  const say = (from: 'you' | 'house', text: string, clientId: string | null = null): ChatMessage => {
    const by = from === 'house' ? ({ name: 'Sam', role: 'support' } as const) : null;
    const message = {
      number: said.length + 1,
      from,
      text,
      client_id: clientId,
      by,
      picture: null,
      evidence: null,
      time: 1,
    };
    said.push(message);
    return message;
  };
  const good = <Message>(message: Message) => ({ type: 'ok', code: 1, message }) as const;
  const bad = (error: 'too_many_attempts' | 'too_many_requests' | 'parameter_wrong', seconds = '2') =>
    ({ type: 'error', code: 0, error, message: '', params: { seconds } }) as const;
  const make = (): Chat =>
    createChat({
      open: () =>
        Promise.resolve(
          good({
            conversation: said.length === 0 ? null : { ...standing, last: said.length, agent: null },
            ...{ unread: 0, online: desk.online, answers_within_minutes: 10 },
          }),
        ),
      messages: ({ before, after }) => {
        if (readsLost > 0) {
          readsLost -= 1;
          return Promise.reject(new Error('lost'));
        }
        const all = said.filter(
          ({ number }) =>
            (before === undefined || number < Number(before)) &&
            (after === undefined || number > Number(after)),
        );
        const items = after === undefined ? all.slice(-3) : all.slice(0, 3);
        return Promise.resolve(good({ items, more: items.length < all.length }));
      },
      send: async ({ client_id, text = '' }) => {
        const violation = violations.shift();
        if (violation === 'lost before') throw new Error('lost');
        if (violation === 'slow down') return bad('too_many_attempts');
        if (violation === 'wait long') return bad('too_many_attempts', '3600');
        if (violation === 'busy line') return bad('too_many_requests');
        if (violation === 'refused') return bad('parameter_wrong');
        const known = said.find((one) => one.client_id === client_id);
        const message = known ?? say('you', text, client_id);
        if (violation === 'lost behind') throw new Error('lost');
        return good(message);
      },
      upload: () => Promise.resolve(good({ id: '0'.repeat(32), width: 4, height: 3 })),
      read: (number) => read.push(number),
      typing: () => (typed += 1),
      release: () => undefined,
      newId: () => `id-${(ids += 1)}`,
      kept: { read: () => stored, write: (list) => (stored = list) },
      after: (waitMs, run) => {
        const timer = { run, waitMs };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
      nowMs: () => nowMs,
    });
  const elapse = async (): Promise<void> => {
    for (const timer of timers.splice(0)) timer.run();
    await settle();
  };
  return {
    said,
    violations,
    say,
    make,
    elapse,
    timers,
    read,
    typed: () => typed,
    stored: () => stored,
    later: (ms: number) => (nowMs += ms),
    standing,
    desk,
    loseReads: (count: number) => (readsLost = count),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
const texts = (chat: Chat) => chat.view().messages.map(({ text }) => text);
const waiting = (chat: Chat) => chat.view().outgoing.map(({ text, status }) => [text, status]);

test('shows a sent message immediately, and does not show it twice after the server has stored it', async () => {
  const { make, said } = scene();
  const chat = make();
  await chat.sync();
  chat.send('hello');
  expect(waiting(chat)).toEqual([['hello', 'sending']]);
  await settle();
  expect([texts(chat), waiting(chat)]).toEqual([['hello'], []]);
  for (const message of said) chat.hear({ kind: 'message', message });
  expect(texts(chat)).toEqual(['hello']);
});

test.each([
  ['a word', ({ say }) => ({ kind: 'message', message: say('house', 'yes') })],
  ['writing', () => ({ kind: 'typing' })],
  ['reading', () => ({ kind: 'read', by: 'house', number: 1 })],
] satisfies [string, (at: ReturnType<typeof scene>) => ChatEvent][])(
  'shows support as online after an event from support: %s',
  async (_, sign) => {
    const at = scene();
    at.desk.online = false;
    at.say('you', 'hello?');
    const chat = at.make();
    await chat.sync();
    expect(chat.view().standing?.online).toBe(false);
    at.desk.online = true;
    chat.hear(sign(at));
    await settle();
    expect(chat.view().standing?.online).toBe(true);
  },
);

test.each(['lost before', 'lost behind'] as const)(
  'keeps messages in order and stores each message once despite the failure "%s"',
  async (violation) => {
    const { make, violations, said, elapse } = scene();
    const chat = make();
    await chat.sync();
    violations.push(violation);
    for (const text of ['one', 'two', 'three']) chat.send(text);
    await settle();
    expect(waiting(chat)).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
      ['three', 'waiting'],
    ]);
    await elapse();
    expect(said.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect([texts(chat), waiting(chat)]).toEqual([['one', 'two', 'three'], []]);
  },
);

test('resends unanswered messages with their original keys after a reload', async () => {
  const first = scene();
  const chat = first.make();
  await chat.sync();
  first.violations.push('lost behind');
  chat.send('did it arrive?');
  await settle();
  const again = first.make();
  expect(waiting(again)).toEqual([['did it arrive?', 'waiting']]);
  await again.sync();
  await settle();
  expect(first.said.map(({ text }) => text)).toEqual(['did it arrive?']);
  expect([texts(again), waiting(again), first.stored()]).toEqual([['did it arrive?'], [], []]);
});

test('retries a message after the time stated by a rate limit, and sends the messages that follow a refused message', async () => {
  const { make, violations, elapse, timers } = scene();
  const chat = make();
  await chat.sync();
  violations.push('slow down', 'refused');
  chat.send('too quick');
  chat.send('fine');
  await settle();
  expect(timers.map(({ waitMs }) => waitMs)).toEqual([2000]);
  await elapse();
  expect([texts(chat), waiting(chat)]).toEqual([['fine'], [['too quick', 'refused']]]);
  chat.again('id-1');
  await settle();
  expect([texts(chat), waiting(chat)]).toEqual([['fine', 'too quick'], []]);
  violations.push('refused');
  chat.send('never');
  await settle();
  chat.discard('id-3');
  expect(waiting(chat)).toEqual([]);
});

test('requests the messages missing in a gap, and loads older messages page by page', async () => {
  const { make, say } = scene();
  for (let at = 1; at <= 7; at += 1) say('house', `old ${at}`);
  const chat = make();
  await chat.sync();
  expect([texts(chat), chat.view().hasOlder]).toEqual([['old 5', 'old 6', 'old 7'], true]);
  for (let at = 8; at <= 13; at += 1) say('house', `missed ${at}`);
  chat.hear({ kind: 'message', message: say('house', 'newest') });
  await settle();
  expect(chat.view().messages.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  await chat.older();
  await chat.older();
  expect(chat.view().messages.map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(chat.view().hasOlder).toBe(false);
});

test('sends a read mark once, and a typing signal at most every three seconds', async () => {
  const { make, say, read, typed, later } = scene();
  say('house', 'read me');
  const chat = make();
  chat.seen();
  expect(read).toEqual([]);
  await chat.sync();
  for (let at = 0; at < 3; at += 1) chat.seen();
  expect(read).toEqual([1]);
  chat.writes();
  chat.writes();
  expect(typed()).toBe(1);
  later(3000);
  chat.writes();
  expect(typed()).toBe(2);
});

test('shows support as typing until its message arrives or a few seconds pass', async () => {
  const { make, say, elapse } = scene();
  const chat = make();
  await chat.sync();
  chat.hear({ kind: 'typing' });
  expect(chat.view().isTyping).toBe(true);
  await elapse();
  expect(chat.view().isTyping).toBe(false);
  chat.hear({ kind: 'typing' });
  chat.hear({ kind: 'message', message: say('house', 'here') });
  expect(chat.view().isTyping).toBe(false);
});

test.each(['heard', 'sent'] as const)(
  'loads the earlier messages after a failed first read when a new message is %s',
  async (how) => {
    const { make, say, loseReads } = scene();
    for (let at = 1; at <= 7; at += 1) say('house', `old ${at}`);
    const chat = make();
    loseReads(1);
    await chat.sync();
    expect(chat.view().phase).toBe('failed');
    if (how === 'heard') chat.hear({ kind: 'message', message: say('house', 'newest') });
    else chat.send('newest');
    await settle();
    expect([texts(chat), chat.view().hasOlder]).toEqual([['old 6', 'old 7', 'newest'], true]);
  },
);

test('sends a read mark again if the server did not store it', async () => {
  const { make, say, read, standing } = scene();
  say('house', 'read me');
  const chat = make();
  await chat.sync();
  chat.seen();
  await chat.sync();
  chat.seen();
  expect(read).toEqual([1, 1]);
  standing.read = 1;
  await chat.sync();
  chat.seen();
  expect(read).toEqual([1, 1]);
});

test('marks a message as refused when the server states a long wait, and keeps it as waiting when the wait is short', async () => {
  const { make, violations, elapse } = scene();
  const chat = make();
  await chat.sync();
  violations.push('busy line', 'wait long');
  chat.send('one');
  await settle();
  expect(waiting(chat)).toEqual([['one', 'waiting']]);
  await elapse();
  expect(waiting(chat)).toEqual([['one', 'refused']]);
  expect(chat.view().outgoing[0]?.refusal?.params).toEqual({ seconds: '3600' });
});

test('shows a closed conversation as open after a new message, and never moves read marks back', async () => {
  const { make, say, standing } = scene();
  standing.status = 'closed';
  say('house', 'bye');
  const chat = make();
  await chat.sync();
  chat.hear({ kind: 'message', message: say('you', 'one more thing') });
  expect(chat.view().standing?.conversation).toMatchObject({ status: 'open', last: 2 });
  for (const number of [2, 1]) chat.hear({ kind: 'read', by: 'house', number });
  for (const number of [2, 1]) chat.hear({ kind: 'read', by: 'you', number });
  expect(chat.view().standing?.conversation).toMatchObject({ house_read: 2, read: 2 });
});

test('shows the conversation as open when a different device sends its first message', async () => {
  const { make, say } = scene();
  const chat = make();
  await chat.sync();
  expect(chat.view().standing?.conversation).toBeNull();
  chat.hear({ kind: 'message', message: say('you', 'from the other one') });
  await settle();
  expect(chat.view().standing?.conversation).toMatchObject({ status: 'open' });
});

test('neither sends pending messages as the next customer nor shows them to that customer', async () => {
  const { make, violations, said, elapse, stored } = scene();
  const chat = make();
  await chat.sync();
  violations.push('lost before', 'lost before');
  chat.send('mine');
  await settle();
  const kept = stored();
  chat.end();
  chat.send('typed a moment later');
  await elapse();
  await chat.sync();
  await settle();
  expect(said).toEqual([]);
  expect(stored()).toBe(kept);
});
