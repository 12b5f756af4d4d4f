/**
 * Exports a day of a complete server on which customers used every product, and decides it again without finding a difference.
 * Then forges the exported data as an owner could, and detects each forgery.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromNumeric, ONE, toNumeric } from '@candor/domain/money/amount.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { hmac, signedCall } from '../features/api-keys/testing/signed-call.ts';
import { unpack } from '../commands/batch-record.ts';
import type { BatchRecord } from '../commands/batch-record.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import type { BalanceLine, JournalLine } from '../ledger/day-of-ledger.ts';
import type { DayFile, LogLine, RecordLine } from './day-files.ts';
import type { DifferenceKind } from './differences.ts';
import { reexecute } from './reexecute.ts';
import {
  editFirst,
  editRecord,
  exportToday,
  forgedDay,
  kindsOf,
  linesOf,
  rewrite,
} from './testing/forged-day.ts';
import { refusedIn } from './refused-orders.ts';
import { rulebook } from '../app/gathering.ts';

let server: WholeServer;
let pool: Pool;
let scratch: string;
let honest: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  pool = createPool(server.ownerUrl, { max: 1, auditing: true });
  scratch = await mkdtemp(join(tmpdir(), 'candor-day-'));
  await useEverything();
  honest = await exportToday(pool, join(scratch, 'honest'));
}, 240_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function useEverything(): Promise<void> {
  const token = await server.login();
  const call = async (name: string, fields: Record<string, unknown>): Promise<Record<string, string>> => {
    const { body } = await server.call(name, { fields, token });
    if (body.type !== 'ok') throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body.message as Record<string, string>;
  };
  const refused = async (name: string, fields: Record<string, unknown>): Promise<void> => {
    expect((await server.call(name, { fields, token })).body.type).not.toBe('ok');
  };
  const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'market' };
  await Promise.all(Array.from({ length: 20 }, () => call('POST coin/trade', { ...buy, quantity: '0.001' })));
  await refused('POST coin/trade', { ...buy, quantity: '900' });
  const resting = await call('POST coin/trade', { ...buy, type: 'limit', quantity: '0.01', price: '1000' });
  await call('POST order/amend', { id: resting['id'], price: '1100', quantity: '0.02' });
  await refused('POST order/amend', { id: resting['id'], stop_price: '900' });
  await call('POST order/cancel', { id: resting['id'] });
  await call('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.01' });
  for (const to of ['contract', 'option'])
    await call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '20000' });
  const long = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 };
  const opened = await call('POST lever/submit', long);
  await call('POST lever/close', { id: opened['id'] });
  const short = await call('POST lever/submit', { ...long, side: 'short' });
  const stop = await call('POST lever/submit', { ...long, type: 'stop', price: '900000' });
  await call('POST lever/amend', { id: stop['id'], price: '800000', quantity: '0.02', stop_loss: '700000' });
  await refused('POST lever/amend', { id: stop['id'], quantity: '40' });
  await call('POST lever/cancel', { id: stop['id'] });
  const named = { client_order_id: 'mine' };
  await call('POST lever/submit', { ...long, ...named, type: 'limit', price: '1000' });
  await refused('POST lever/submit', { ...long, ...named, type: 'limit', price: '1100' });
  await call('POST lever/cancel', named);
  await call('POST lever/close_at', { id: short['id'], type: 'limit', price: '1000', quantity: '0.004' });
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '100', currency: 'USDT' };
  await call('POST microtrade/submit', ticket).catch((error: Error) => {
    throw error;
  });
  const quote = await call('POST wallet/flash_quote', { from: 'USDT', to: 'ETH', amount: '500' });
  await call('POST wallet/flashAgainst', {
    from: 'USDT',
    to: 'ETH',
    amount: '500',
    quote_id: quote['quote_id'],
  });
  await tradeByKey(call);
}

/** Places and cancels orders by a key within its mandate, and has one order refused. */
async function tradeByKey(
  call: (name: string, fields: Record<string, unknown>) => Promise<Record<string, string>>,
): Promise<void> {
  const { key = '', secret = '' } = await call('POST api_keys/create', {
    ...{ name: 'Bot', kind: 'hmac-sha256', scopes: ['trade'], symbols: ['BTC/USDT'], networks: [], days: 1 },
    ...{ order_max: '500', loss_max: '1000', current_password: 'Demo-lena-1' },
  });
  const by = async (name: 'POST coin/trade' | 'POST order/cancel', fields: object) =>
    signedCall(server.origin, { key, sign: hmac(secret) }, { name, fields: { ...fields } });
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market' };
  expect(await by('POST coin/trade', { ...order, amount: '300' })).toMatchObject({ type: 'ok' });
  expect(await by('POST coin/trade', { ...order, amount: '500.5' })).toMatchObject({
    error: 'api_order_too_big',
  });
  const limit = { ...order, type: 'limit', quantity: '0.01', price: '1000' };
  const { message } = await by('POST coin/trade', limit);
  expect(await by('POST order/cancel', { id: (message as { id: string }).id })).toMatchObject({ type: 'ok' });
}

async function forged<Line>(
  name: string,
  file: DayFile,
  change: (lines: Line[]) => Line[],
  also: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const folder = await forgedDay({ honest, name }, file, change);
  await also(folder);
  return folder;
}

test('finds no difference when it re-executes every command of an honest day', async () => {
  const { differences, decided, ledger, rows, tape } = await reexecute(honest, rulebook);
  expect(differences.kept).toEqual([]);
  expect(decided).toBeGreaterThan(25);
  expect(ledger.matched).toBeGreaterThan(25);
  expect(ledger.unrecorded).toBe(0);
  expect(rows).toBeGreaterThan(0);
  expect(tape.matched).toBeGreaterThan(0);
});

/** Returns the first journal of a market buy, with its amounts changed so that they still sum to zero. */
function paidMore(line: JournalLine): JournalLine {
  const [book, seq, kind, ref, timeMs, accounts, currencies, amounts] = line;
  const raised = new Map([
    ['spot', -1n],
    ['inventory', 1n],
  ]);
  const changed = amounts.map((amount, at) => {
    const by = currencies[at] === 'USDT' ? raised.get(accounts[at] ?? '') : undefined;
    return by === undefined ? amount : toNumeric(fromNumeric(amount) + by * ONE);
  });
  return [book, seq, kind, ref, timeMs, accounts, currencies, changed];
}

const isBuy = ([, , kind]: JournalLine): boolean => kind === 'spot_buy';

const places = (json: string): boolean => json.includes('"spot.place"');
const placesByKey = (json: string): boolean => json.includes('"spot.place.by_key"');
/** The maximum order size of the mandate, as it was passed to a batch. */
const ORDER_MAX = /"500\.00000000"/;

test('finds a journal that the owner edited together with the balances', async () => {
  const folder = await forged<JournalLine>(
    'edited',
    'journals',
    (lines) => editFirst(lines, isBuy, paidMore),
    async (copy) => {
      await rewrite<BalanceLine>(copy, 'closings', (lines) =>
        lines.map(([book, account, currency, amount]) => {
          const by = currency !== 'USDT' ? 0n : account === 'inventory' ? 1n : account === 'spot' ? -1n : 0n;
          return [book, account, currency, toNumeric(fromNumeric(amount) + by * ONE)];
        }),
      );
    },
  );
  const { differences } = await reexecute(folder, rulebook);
  expect(differences.kept[0]?.kind).toBe('journal');
  expect(differences.kept[0]?.detail).toContain('the rules make');
  expect([...differences.counts().keys()]).toContain('balance');
});

test('finds a journal that no command produced', async () => {
  const folder = await forged<JournalLine>('added', 'journals', (lines) => {
    const last = lines.findLast(isBuy) as JournalLine;
    const newest = lines.findLast(([book]) => book === last[0]) as JournalLine;
    const added: JournalLine = [
      last[0],
      String(BigInt(newest[1]) + 1n),
      last[2],
      'spot_order:999',
      ...last.slice(4),
    ] as never;
    return lines.flatMap((line) => (line === newest ? [line, added] : [line]));
  });
  expect(await kindsOf(folder)).toContain('journal_without_record');
});

test('finds a record that was removed', async () => {
  const isPlacing = ({ packed }: RecordLine): boolean =>
    packed !== undefined && places(unpack(Buffer.from(packed, 'base64')));
  const folder = await forged<RecordLine>('removed', 'records', (lines) => {
    const at = lines.findIndex(isPlacing);
    return lines.filter((_, index) => index !== at);
  });
  expect(await kindsOf(folder)).toContain('journal_without_record');
});

test.each<[what: string, edit: (json: string) => string, kind: DifferenceKind]>([
  [
    'a head that is not on the tape',
    (json) =>
      places(json)
        ? json.replace(/(\["BTC\/USDT","\d+","\d+","\d+\.\d+",")(\d)/, (_, head, digit) => `${head}1${digit}`)
        : json,
    'head',
  ],
  [
    'a balance that the journals before it do not leave',
    (json) =>
      places(json)
        ? json.replace(/("spot","USDT",")(\d)/, (_, balance, digit) => `${balance}9${digit}`)
        : json,
    'balance',
  ],
  [
    'a balance left out',
    (json) => {
      const record = JSON.parse(json) as BatchRecord;
      const balances = record.found.balances.filter(([, account]) => account !== 'spot');
      return places(json) ? JSON.stringify({ ...record, found: { ...record.found, balances } }) : json;
    },
    'balance',
  ],
  [
    'an order that was refused although the rules accept it',
    (json) => (places(json) ? json.replace(/(\["spot\.place".*?\],)0\]/, '$1"balance_insufficient"]') : json),
    'outcome',
  ],
  [
    'a position with another entry price',
    (json) =>
      json.includes('"positions.close"')
        ? json.replace(
            /("open",null,"0\.01000000".*?"contract",null,")(\d)/,
            (_, row, digit) => `${row}9${digit}`,
          )
        : json,
    'row',
  ],
  [
    'an order by a key that was outside its mandate',
    (json) => (placesByKey(json) ? json.replace(ORDER_MAX, '"299.00000000"') : json),
    'outcome',
  ],
  [
    'an order by a key that had reached its loss of the day',
    (json) => (placesByKey(json) ? json.replace('"1000.00000000"', '"0.00000000"') : json),
    'outcome',
  ],
  [
    'a quantity other than the recorded one',
    (json) => (places(json) ? json.replace('"quantity":"#100000"', '"quantity":"#200000"') : json),
    'journal',
  ],
])('finds %s', async (what, edit, kind) => {
  const folder = await forged<RecordLine>(`edited ${what.length}`, 'records', (lines) =>
    editRecord(lines, edit),
  );
  expect(await kindsOf(folder)).toContain(kind);
});

test('finds a rule that rounds the fee in the other direction', async () => {
  const { differences } = await reexecute(honest, {
    ...rulebook,
    under: (terms) => {
      const rules = rulebook.under(terms);
      const place = rules.commands.get('spot.place');
      if (place === undefined) throw new Error('expected the command spot.place, found none');
      const rounded: typeof place = {
        ...place,
        decide: (input, facts) => {
          const decision = place.decide(input, facts);
          if (!decision.ok) return decision;
          const journals = decision.value.journals?.map((entry) => ({
            ...entry,
            postings: entry.postings.map((posting) =>
              posting.account === 'fees' ? { ...posting, amount: posting.amount - 1n } : posting,
            ),
          }));
          return { ok: true, value: { ...decision.value, ...(journals === undefined ? {} : { journals }) } };
        },
      };
      return { ...rules, commands: new Map([...rules.commands, ['spot.place', rounded]]) };
    },
  });
  expect(differences.counts().get('journal')).toBe(20);
});

test('records the commands of a key with the key and its mandate, and counts the orders that the mandate refused', async () => {
  const records = (await linesOf<RecordLine>(honest, 'records')).map(
    ({ packed }) => JSON.parse(unpack(Buffer.from(packed ?? '', 'base64'))) as BatchRecord,
  );
  const names = records.flatMap(({ commands }) => commands.map(([name]) => name));
  expect(names.filter((name) => name !== 0 && name.endsWith('.by_key')).toSorted()).toEqual([
    'spot.cancel.by_key',
    'spot.place.by_key',
    'spot.place.by_key',
    'spot.place.by_key',
  ]);
  expect(records.flatMap(refusedIn)).toContain('spot|BTC/USDT|buy|api_order_too_big');
  const { rows } = await pool.query<{ refused: string[] }>(
    `select refused from command_record where array_to_string(refused, ' ') like '%api_order_too_big%'`,
  );
  expect(rows).toEqual([{ refused: ['spot|BTC/USDT|buy|api_order_too_big'] }]);
});

test('finds a record that differs from the one in the log', async () => {
  const folder = await forged<RecordLine>(
    'logged',
    'records',
    (lines) => lines,
    async (copy) => {
      const [first] = (await linesOf<RecordLine>(copy, 'records')) as [RecordLine];
      const minuteMs = Math.floor(first.at_ms / 60_000) * 60_000;
      const entry = `candor-records-v1|${minuteMs}|1|99|99|${'0'.repeat(64)}`;
      await rewrite<LogLine>(copy, 'log', () => [{ index: '5', entry }]);
    },
  );
  expect(await kindsOf(folder)).toEqual(['log']);
});

test('finds a file that differs from the one in day.json', async () => {
  const folder = await forged<BalanceLine>('swapped', 'closings', (lines) => lines);
  await cp(join(honest, 'openings.jsonl.gz'), join(folder, 'closings.jsonl.gz'));
  expect(await kindsOf(folder)).toContain('file');
});

test('finds a record that states the effects of a command for which there is a rule', async () => {
  const empty = { journals: [], puts: [], counts: [], events: false, waited: false };
  const folder = await forged<RecordLine>('stated', 'records', (lines) =>
    editRecord(lines, (json) => {
      const record = JSON.parse(json) as BatchRecord;
      const commands = record.commands.map((one) =>
        one[0] === 'spot.place' ? [one[0], one[1], null, [], 'busy', empty] : one,
      );
      return JSON.stringify({ ...record, commands });
    }),
  );
  const { differences } = await reexecute(folder, rulebook);
  expect(differences.kept.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/spot\.place of book \d+ states its effects, and a rule decides it$/),
  );
});

test('finds a record whose time differs from the wall clock of its batch', async () => {
  const folder = await forged<RecordLine>('moved', 'records', (lines) =>
    editFirst(
      lines,
      ({ packed }) => packed !== undefined,
      (line) => ({ ...line, at_ms: line.at_ms - 60_000 }),
    ),
  );
  const { differences } = await reexecute(folder, rulebook);
  expect(differences.kept.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/its batch read the wall clock at/),
  );
});

test('re-executes every command that has a rule, instead of applying its stated effects', async () => {
  const names = new Set<string>();
  for (const { packed } of await linesOf<RecordLine>(honest, 'records')) {
    if (packed === undefined) continue;
    for (const [name, , , , , effects] of (JSON.parse(unpack(Buffer.from(packed, 'base64'))) as BatchRecord)
      .commands)
      if (name !== 0 && effects !== undefined) names.add(name);
  }
  expect([...names].filter((name) => rulebook.recorded.commands.has(name))).toEqual([]);
});
