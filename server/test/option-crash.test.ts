/**
 * Servers are killed or stopped between expiry and settlement, alone and with a second process on the same database. Afterwards
 * every ticket is settled once, by the entries of its window, however late.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort, leftovers, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import type { TicketRow } from '../src/features/options/tables.ts';
import { startPostgres } from '../src/db/postgres.ts';
import { ownersUrl } from '../src/db/postgres-cluster.ts';
import { Beside, byTheTape, FEED_TOKEN, PushedMarket } from './testing/option-processes.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SERVER = [process.execPath, MAIN, '--feed', 'external', '--external-token', FEED_TOKEN];
const SPEED = 4;
const CUSTOMERS = [
  { account: 'lena', password: 'Demo-lena-1' },
  { account: 'wei', password: 'Demo-wei-2' },
] as const;
const EACH = 10;
const AGAIN = new Set(['trading_closed', 'busy', 'too_many_requests']);

/** Signals a server and its market process, which would otherwise continue on its own. */
function signalAll({ process: { pid } }: RunningServer, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const each of [pid!, ...children.map(Number)]) process.kill(each, signal);
}

async function call(origin: string, path: string, at: { token?: string; body: object }) {
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(at.token === undefined ? {} : { authorization: at.token }),
    },
    body: JSON.stringify(at.body),
  });
  return (await response.json()) as { type: string; error?: string; message: never };
}

async function done(origin: string, path: string, at: { token?: string; body: object }): Promise<never> {
  const answer = await call(origin, path, at);
  if (answer.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(answer)}`);
  return answer.message;
}

/**
 * Lets both customers buy at any of the processes until some tickets are struck and open. On a slow machine, the first tickets
 * may all be void.
 */
async function buyAll(origins: readonly string[], beside: Beside): Promise<void> {
  await beside.until(async () => {
    await buyLot(origins, beside);
    return (await beside.tickets()).some(({ status }) => status === 'open');
  });
}

async function buyLot(origins: readonly string[], beside: Beside): Promise<void> {
  await Promise.all(
    CUSTOMERS.map(async (customer) => {
      const token: string = await done(origins[0]!, 'user/login', { body: customer });
      const funds = { currency: 'USDT', from: 'spot', to: 'option', amount: '2000' };
      await done(origins[0]!, 'wallet/transfer', { token, body: funds });
      await Promise.all(
        Array.from({ length: EACH }, async (_, at) => {
          const side = at % 2 === 0 ? 'up' : 'down';
          const body = { symbol: 'BTC/USDT', side, seconds: 30, stake: '100', currency: 'USDT' };
          const origin = origins[at % origins.length]!;
          // A slow machine leaves gaps between entries, during which no stake is accepted.
          await beside.until(async () => {
            const answer = await call(origin, 'microtrade/submit', { token, body });
            if (answer.type !== 'ok' && !AGAIN.has(answer.error ?? ''))
              throw new Error(JSON.stringify(answer));
            return answer.type === 'ok';
          });
        }),
      );
    }),
  );
  await beside.until(async () =>
    (await beside.tickets()).every((row) => row.strike !== null || row.status !== 'open'),
  );
}

/**
 * Holds one customer's book until the tape is past every expiry, so that none of that customer's tickets can be settled.
 * Returns the book's owner and the number of tickets that stay open.
 */
async function holdOverExpiry(beside: Beside): Promise<{ readonly book: bigint; readonly held: number }> {
  const open = (await beside.tickets()).filter(({ status }) => status === 'open');
  const { book } = open.at(-1)!;
  await beside.lockBook(book);
  const held = await openOf(beside, book);
  expect(held).toBeGreaterThan(0);
  await beside.untilTapePasses(Math.max(...open.map(({ expiresMs }) => expiresMs)));
  return { book, held };
}

async function expectSettledByTheTape(beside: Beside): Promise<void> {
  await beside.until(async () => (await beside.tickets()).every(({ status }) => status !== 'open'));
  const tape = await beside.tape();
  const tickets = await beside.tickets();
  expect(tickets.map(({ status, settleSeq }) => ({ status, settleSeq }))).toEqual(
    tickets.map((row) => byTheTape(row, tape)),
  );
  const decided = tickets.filter(({ status }) => status === 'won' || status === 'lost');
  console.info(`${decided.length} of ${tickets.length} tickets decided, ${seenBy(tickets)}`);
  expect(decided.length).toBeGreaterThan(0);
  expect(await beside.notSettledOnce()).toEqual([]);
  expect(await beside.breaches()).toEqual([]);
}

/** The time between a ticket's expiry and the last settlement, by the market clock, as text. */
function seenBy(tickets: readonly TicketRow[]): string {
  const late = Math.max(...tickets.map((row) => (row.settledMs ?? 0) - row.expiresMs));
  return `the last settled ${late} ms of the market after its expiry`;
}

/** A process that leads the market or signs the public log needs the keys with which the first one signs. */
function shareKeys(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of ['tape-signing-key.pem', 'log-signing-key.pem', 'market-seed'])
    cpSync(join(from, file), join(to, file));
}

const openOf = async (beside: Beside, book: bigint): Promise<number> =>
  (await beside.tickets()).filter((row) => row.book === book && row.status === 'open').length;

test('settles tickets after a restart as it would have before, if killed between expiry and settlement', async () => {
  const data = makeDataFolder();
  const port = await freePort();
  let server = await startServer({ data: data.path, port, through: SERVER });
  let beside = new Beside(await ownersUrl(data.path));
  const market = new PushedMarket([server.origin]);
  try {
    await beside.setSpeed(SPEED);
    market.goAt(SPEED);
    await beside.untilTapePasses(0);
    await buyAll([server.origin], beside);
    const { book, held } = await holdOverExpiry(beside);
    const before = await beside.tape();
    const due = (await beside.tickets()).map((row) => byTheTape(row, before));
    expect(await openOf(beside, book)).toBe(held);
    server.process.kill('SIGKILL');
    await server.ended;
    expect(await openOf(beside, book)).toBe(held);
    await beside.close();
    server = await startServer({ data: data.path, port, through: SERVER });
    beside = new Beside(await ownersUrl(data.path));
    await expectSettledByTheTape(beside);
    const tickets = await beside.tickets();
    expect(tickets.map(({ status, settleSeq }) => ({ status, settleSeq }))).toEqual(due);
  } finally {
    market.stop();
    await beside.close();
    server.process.kill('SIGTERM');
    await server.ended;
    expect(await leftovers(data.path, 10_000)).toEqual([]);
    data.remove();
  }
});

test('settles each ticket once with two processes, even if a stopped process resumes and submits the same settlement', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-two-'));
  chmodSync(directory, 0o755);
  const postgres = await startPostgres({ directory, settings: { fsync: 'off', max_connections: '100' } });
  const shared = [
    `DATABASE_URL=${postgres.url}`,
    `DATABASE_OWNER_URL=${postgres.ownerUrl}`,
    `DATABASE_TAPE_URL=${postgres.tapeUrl}`,
    `DATABASE_DOOR_URL=${postgres.doorUrl}`,
    // Both processes get one key, because two data folders would hold two keys, and a database is sealed with one.
    `VAULT_KEY=${randomBytes(32).toString('base64')}`,
  ];
  const started: RunningServer[] = [];
  const start = async (data: string, port: number): Promise<RunningServer> => {
    const server = await startServer({ data, port, through: ['env', ...shared, ...SERVER] });
    started.push(server);
    return server;
  };
  const folders = [makeDataFolder(), makeDataFolder()] as const;
  const ports = [await freePort(), await freePort()] as const;
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  let beside: Beside | undefined;
  const market = new PushedMarket(origins);
  try {
    const first = await start(folders[0].path, ports[0]);
    shareKeys(folders[0].path, folders[1].path);
    const second = await start(folders[1].path, ports[1]);
    beside = new Beside(postgres.ownerUrl);
    await beside.setSpeed(SPEED);
    market.goAt(SPEED);
    await beside.untilTapePasses(0);

    await buyAll(origins, beside);
    const killed = await holdOverExpiry(beside);
    first.process.kill('SIGKILL');
    await first.ended;
    expect(await openOf(beside, killed.book)).toBe(killed.held);
    await beside.unlock();
    await expectSettledByTheTape(beside);

    // The first process is back as a standby. Now the second process leads, is stopped during the settlement, and submits the
    // settlement too after it wakes up.
    await start(folders[0].path, ports[0]);
    await buyAll(origins, beside);
    const stopped = await holdOverExpiry(beside);
    signalAll(second, 'SIGSTOP');
    expect(await openOf(beside, stopped.book)).toBe(stopped.held);
    await beside.unlock();
    await expectSettledByTheTape(beside);
    const settled = await beside.tickets();
    signalAll(second, 'SIGCONT');
    await beside.until(async () => second.printed().includes('took over'));
    expect(await beside.tickets()).toEqual(settled);
    await expectSettledByTheTape(beside);
  } finally {
    market.stop();
    await beside?.close();
    for (const server of started) server.process.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended));
    await postgres.stop();
    for (const folder of folders) folder.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}, 360_000);
