/**
 * Two processes on one database: an event committed by one reaches the other, and nobody without the vault's key can read or
 * forge it.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import type { Publication } from '../commands/facts.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { openBook } from '../ledger/book.ts';
import { Vault } from '../identity/secrets/vault.ts';
import { CHANNEL, sealedMessage, startHearing, startTelling } from './across-processes.ts';
import type { Hearing, Telling } from './across-processes.ts';
import { MissedEvents } from './missed-events.ts';
import { PRESENCE } from './other-listeners.ts';

const soon = { timeout: 10_000, interval: 10 };
const vault = new Vault(randomBytes(32));
let database: TestDatabase;
let pool: Pool;
let listening: Pool;
let heard: Publication[];
let troubles: string[];
let listened: number;
let aheadMs: number;
const now = (): number => Date.now() + aheadMs;
let telling: Telling;
let hearing: Hearing;

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.doorUrl, { max: 2 });
  listening = createPool(database.doorUrl, { max: 1 });
  [heard, troubles, listened, aheadMs] = [[], [], 0, 0];
  const onTrouble = (text: string): void => void troubles.push(text);
  telling = startTelling({ me: 'one', pool, vault, now, onTrouble });
  hearing = startHearing({
    ...{ me: 'other', vault, listening, now, onTrouble },
    heard: (publications) => void heard.push(...publications),
    listens: () => void (listened += 1),
  });
  await expect.poll(() => listened, soon).toBe(1);
});
afterEach(async () => {
  await telling.stop();
  await hearing.stop();
  await Promise.all([pool.end(), listening.end()]);
  await database.drop();
});

const published = (seq: bigint, text = ''): Publication => ({
  ...{ book: 100_001n, prev: seq - 1n, seq, moneyMoved: true },
  events: [{ name: 'order', payload: () => ({ order: { id: String(seq), text } }) }] as never,
});
const shown = ({ events, ...numbers }: Publication) => ({
  ...numbers,
  events: events.map(({ name, payload }) => [name, payload()]),
});

test('delivers every publication once, in order, with its events', async () => {
  const told = Array.from({ length: 700 }, (_one, at) => published(BigInt(at + 1), 'x'.repeat(at)));
  for (let at = 0; at < told.length; at += 7) telling.tell(told.slice(at, at + 7));
  await expect.poll(() => heard.length, soon).toBe(told.length);
  expect(heard.map(shown)).toEqual(told.map(shown));
  expect(troubles).toEqual([]);
});

test('ignores its own messages', async () => {
  const own: Publication[] = [];
  const pair = createPool(database.doorUrl, { max: 1 });
  let listens = false;
  const same = startHearing({
    ...{ me: 'one', vault, listening: pair, now, onTrouble: (text: string) => expect.fail(text) },
    heard: (publications) => void own.push(...publications),
    listens: () => void (listens = true),
  });
  await expect.poll(() => listens, soon).toBe(true);
  telling.tell([published(1n)]);
  await expect.poll(() => heard.length, soon).toBe(1);
  await same.stop();
  await pair.end();
  expect(own).toEqual([]);
});

test('sends only the number of an event that is too large for a notification, so that a device detects the gap', async () => {
  telling.tell([published(7n, 'x'.repeat(9_000)), published(8n)]);
  await expect.poll(() => heard.length, soon).toBe(2);
  expect(heard.map(shown)).toEqual([
    { book: 100_001n, prev: 7n, seq: 7n, moneyMoved: true, events: [] },
    shown(published(8n)),
  ]);
});

test('a message can’t be read or forged by another login of the database', async () => {
  const thief = createPool(database.guardUrl, { max: 1 });
  const line = await thief.connect();
  const overheard: string[] = [];
  line.on('notification', ({ payload = '' }) => void overheard.push(payload));
  await line.query(`listen ${CHANNEL}`);
  telling.tell([published(1n, 'secret')]);
  await expect.poll(() => overheard.length, soon).toBe(1);
  const [payload = ''] = overheard;
  for (const part of payload.split(' ')) {
    const text = Buffer.from(part, 'base64').toString('latin1');
    expect([text.includes('secret'), text.includes('100001')]).toEqual([false, false]);
  }
  const wire = JSON.stringify(['100001', '1', '2', 1, [['order', { order: { id: '6' } }]]]);
  const message = { from: 'thief', number: 1, sentMs: now(), wires: [wire] };
  const forged = sealedMessage(new Vault(randomBytes(32)), message);
  const changed = payload.replace(/.{9}$/, 'AAAAAAAA=');
  for (const one of [forged, changed, 'nonsense', ''])
    await line.query('select pg_notify($1, $2)', [CHANNEL, one]);
  await expect.poll(() => troubles.length, soon).toBe(4);
  expect(heard.map(shown)).toEqual([shown(published(1n, 'secret'))]);
  line.release(true);
  await thief.end();
});

test('does not deliver again a message that another login of the database overheard and repeats', async () => {
  const thief = createPool(database.guardUrl, { max: 1 });
  const line = await thief.connect();
  const overheard: string[] = [];
  line.on('notification', ({ payload = '' }) => void overheard.push(payload));
  await line.query(`listen ${CHANNEL}`);
  const again = (payload: string) => line.query('select pg_notify($1, $2)', [CHANNEL, payload]);
  telling.tell([published(1n)]);
  await expect.poll(() => heard.length, soon).toBe(1);
  await expect.poll(() => overheard.length, soon).toBe(1);
  const [first = ''] = overheard;
  await again(first);
  await again(first.replace(/^one /, 'two '));
  await expect.poll(() => troubles.length, soon).toBe(2);
  // A process that began to listen later doesn't know the earlier numbers and must judge by the time alone.
  const late: Publication[] = [];
  const pair = createPool(database.doorUrl, { max: 1 });
  let listens = false;
  const lately = startHearing({
    ...{ me: 'late', vault, listening: pair, now: () => now() + 120_000, onTrouble: () => undefined },
    heard: (publications) => void late.push(...publications),
    listens: () => void (listens = true),
  });
  await expect.poll(() => listens, soon).toBe(true);
  await again(first);
  telling.tell([published(2n)]);
  await expect.poll(() => heard.length, soon).toBe(2);
  await lately.stop();
  await pair.end();
  line.release(true);
  await thief.end();
  expect(heard.map(shown)).toEqual([shown(published(1n)), shown(published(2n))]);
  expect(late).toEqual([]);
});

test('sends nothing while no other process listens, and everything once one announces itself', async () => {
  await expect.poll(() => hearing.isAlone(), soon).toBe(true);
  // In this test, the process that sends also receives.
  const own = startTelling({
    ...{ me: 'other', pool, vault, now, isAlone: () => hearing.isAlone() },
    onTrouble: (text) => expect.fail(text),
  });
  const pair = createPool(database.doorUrl, { max: 1 });
  const overheard: Publication[] = [];
  const beside = () => {
    let listens = false;
    const begun = startHearing({
      ...{ me: 'beside', vault, listening: pair, now, onTrouble: (text: string) => expect.fail(text) },
      heard: (publications) => void overheard.push(...publications),
      listens: () => void (listens = true),
    });
    return { begun, until: () => expect.poll(() => listens, soon).toBe(true) };
  };
  const lines = createPool(database.doorUrl, { max: 1 });
  const line = await lines.connect();
  let sent = 0;
  line.on('notification', () => void (sent += 1));
  await line.query(`listen ${CHANNEL}`);
  own.tell([published(1n)]);
  await own.stop();
  await line.query('select 1');
  expect(sent).toBe(0);
  const first = beside();
  await first.until();
  await expect.poll(() => hearing.isAlone(), soon).toBe(false);
  for (let seq = 2n; seq < 40n; seq += 1n) own.tell([published(seq)]);
  await expect.poll(() => overheard.length, soon).toBe(38);
  await first.begun.stop();
  await expect.poll(() => hearing.isAlone(), soon).toBe(true);
  // A process that returns gets the events again.
  const second = beside();
  await second.until();
  await expect.poll(() => hearing.isAlone(), soon).toBe(false);
  own.tell([published(40n)]);
  await expect.poll(() => overheard.length, soon).toBe(39);
  await second.begun.stop();
  line.release(true);
  await Promise.all([pair.end(), lines.end()]);
});

test('listens again when its connection is lost, and reports the gap', async () => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.classid = ${PRESENCE} and a.datname = current_database()`,
  );
  await owner.end();
  await expect.poll(() => listened, soon).toBe(2);
  telling.tell([published(1n)]);
  await expect.poll(() => heard.length, soon).toBe(1);
});

test('finds customers whose devices missed an event, and no others', async () => {
  const app = createPool(database.appUrl, { max: 1 });
  const [told = 0n, missing = 0n, absent = 0n] = [
    await openBook(app),
    await openBook(app),
    await openBook(app),
  ];
  let customers = [told, missing];
  let sent: Publication[] = [];
  const missed = new MissedEvents({
    pool,
    customers: () => customers,
    publish: (publications) => void sent.push(...publications),
    onTrouble: (text) => expect.fail(text),
  });
  await missed.stop();
  const look = async () => {
    sent = [];
    await missed.look();
    return sent.map(({ book, prev, seq }) => [book, prev, seq]);
  };
  const advance = (book: bigint) => app.query('update book set seq = seq + 1 where id = $1', [book]);
  const numberOf = async (book: bigint) =>
    BigInt((await app.query<{ seq: string }>('select seq from book where id = $1', [book])).rows[0]!.seq);
  // It is unknown which events a newly connected device already has.
  expect((await look()).map(([book]) => book).toSorted()).toEqual([told, missing].toSorted());
  expect(await look()).toEqual([]);
  for (const book of [told, missing, absent]) await advance(book);
  missed.note([{ ...published(await numberOf(told)), book: told }]);
  // The event may still be in transit.
  expect(await look()).toEqual([]);
  const seq = await numberOf(missing);
  expect(await look()).toEqual([[missing, seq, seq]]);
  expect(await look()).toEqual([]);
  customers = [];
  await look();
  customers = [missing];
  expect(await look()).toEqual([[missing, seq, seq]]);
  await app.end();
});
