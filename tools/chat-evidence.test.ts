/**
 * Evidence in a conversation, from real deals on a complete server: the customer and an operator attach it, both sides download
 * it, the verifier proves it without the server, and rejects it if a unit of it was changed.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle, verifyBundle } from '../verifier/src/bundle.ts';
import type { FillBundle, TicketBundle } from '../verifier/src/bundle.ts';
import { openChatLine } from '@candor/testing/chat-line.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const VERIFY = fileURLToPath(new URL('../verifier/bin/candor-verify.mjs', import.meta.url));
/** Long enough for a ticket of thirty seconds, the next tape entry, and a signature. */
const soon = { timeout: 75_000, interval: 500 };

let server: WholeServer;
let folder: string;
beforeAll(async () => {
  server = await openWholeServer();
  folder = mkdtempSync(join(tmpdir(), 'candor evidence-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const codeOf = ({ body }: { body: object }) => (body as { error?: string }).error ?? 'ok';

function run(...args: string[]): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFY, ...args], (error, out) => {
      resolve({ code: Number(error?.code ?? 0), printed: out });
    });
  });
}

/** Requires that the library and the command line prove the saved file, and that both reject it after any change. */
async function expectProved(body: string, shape: object): Promise<void> {
  const bundle = readBundle(JSON.parse(body)) as FillBundle;
  expect(bundle.fill).toMatchObject(shape);
  expect(verifyBundle(bundle)).toMatchObject({ state: 'proved', findings: [] });
  const path = join(folder, 'fill.json');
  writeFileSync(path, body);
  expect(await run('bundle', path)).toMatchObject({ code: 0 });
  const journals = bundle.journals as { postings: { amount: string }[] }[];
  expect(journals.length).toBeGreaterThan(0);
  for (const [at, { postings }] of journals.entries()) {
    for (const line of postings.keys()) {
      const changed = structuredClone(journals);
      const posting = changed[at]!.postings[line]!;
      posting.amount = posting.amount.includes('.') ? `${posting.amount}1` : `${posting.amount}.00000001`;
      expect(verifyBundle({ ...bundle, journals: changed }).state).toBe('contradicted');
    }
  }
  const dearer = { ...bundle.fill, price: `${bundle.fill.price.split('.')[0]}.00000001` };
  expect(verifyBundle({ ...bundle, fill: dearer }).state).toBe('contradicted');
}

/** Retries a call until the market, which has just opened, has a price for it. */
async function trade(token: string, name: string, fields: object): Promise<{ id: string }> {
  let answer: { id?: string } = {};
  await expect
    .poll(
      async () => {
        const { body } = await server.call(name, { token, fields: { ...fields } });
        answer = body.message as typeof answer;
        return codeOf({ body });
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe('ok');
  return { id: answer.id ?? '' };
}

test('proves a ticket by the file alone, whether the customer or an operator attached it', async () => {
  const token = await server.login();
  const moved = { currency: 'USDT', from: 'spot', to: 'option', amount: '500' };
  expect(codeOf(await server.call('POST wallet/transfer', { token, fields: moved }))).toBe('ok');
  const order = {
    symbol: 'BTC/USDT',
    side: 'up',
    seconds: 30,
    stake: '100',
    currency: 'USDT',
    payout_ratio: '0.8',
  };
  const { id } = await trade(token, 'POST microtrade/submit', order);
  const mine = openChatLine(server.origin, { token });
  const attach = { client_id: randomUUID(), ticket: id };
  // An open ticket proves nothing.
  expect(codeOf(await mine.ask('POST chat/evidence', attach))).toBe('order_state_wrong');
  await expect.poll(async () => codeOf(await mine.ask('POST chat/evidence', attach)), soon).toBe('ok');
  const { items } = await mine.done('GET chat/messages');
  const evidence = items[0]?.evidence;
  expect(evidence).toMatchObject({ ticket: id, symbol: 'BTC/USDT' });
  expect(items).toHaveLength(1);
  const { name, body } = await mine.done('POST chat/evidence_open', { evidence: evidence?.id });

  const sam = await openConsoleLine(server, 'sam');
  const [row] = (await sam.done('GET chat_inbox')).items;
  const conversation = row?.id ?? '';
  const file = { id: conversation, evidence: evidence?.id ?? '' };
  expect(await sam.done('GET chat_evidence_file', file)).toEqual({ name, body });
  await sam.done('POST chat_assign', { id: conversation, from: null });
  const given = { id: conversation, client_id: randomUUID(), ticket: id };
  const attached = await sam.done('POST chat_evidence', given);
  expect(attached).toMatchObject({ from: 'house', operator: 'sam', evidence: { ticket: id } });
  expect(await sam.done('POST chat_evidence', given)).toEqual(attached);

  // Other customers can access neither the file nor the ticket.
  const other = openChatLine(server.origin, { token: await server.login(1) });
  await other.say('let me see');
  expect(codeOf(await other.ask('POST chat/evidence_open', { evidence: evidence?.id }))).toBe('not_found');
  expect(codeOf(await other.ask('POST chat/evidence', { client_id: randomUUID(), ticket: id }))).toBe(
    'trade_not_found',
  );

  const bundle = readBundle(JSON.parse(body)) as TicketBundle;
  expect(verifyBundle(bundle)).toMatchObject({ state: 'proved', findings: [] });
  const path = join(folder, 'evidence.json');
  writeFileSync(path, body);
  expect(await run('bundle', path)).toMatchObject({ code: 0 });

  const journals = structuredClone(bundle.journals) as { postings: { amount: string }[] }[];
  expect(journals).toHaveLength(2);
  for (const [at, { postings }] of journals.entries()) {
    for (const line of postings.keys()) {
      const changed = structuredClone(journals);
      const posting = changed[at]!.postings[line]!;
      posting.amount = posting.amount.includes('.') ? `${posting.amount}1` : `${posting.amount}.00000001`;
      expect(verifyBundle({ ...bundle, journals: changed }).state).toBe('contradicted');
    }
  }
  const entry = bundle.entries.at(-2)!;
  const entries = bundle.entries.map((one) => (one === entry ? { ...one, last: `${one.last}1` } : one));
  writeFileSync(path, JSON.stringify({ ...bundle, entries }));
  expect(await run('bundle', path)).toMatchObject({ code: 1 });
});

test('proves fills of orders and positions, including their postings, by the file alone', async () => {
  const token = await server.login(1);
  const own = { symbol: 'BTC/USDT', type: 'market' };
  const bought = await trade(token, 'POST coin/trade', { ...own, side: 'buy', quantity: '0.02' });
  const converted = await trade(token, 'POST coin/trade', {
    ...{ from: 'BTC', to: 'ETH', amount: '0.01' },
  });
  const [quote] = (await server.call('GET tape', { fields: { symbol: 'BTC/USDT', limit: 1 } })).body
    .message as { bid: string }[];
  // The highest limit is the bid, one spread below the ask, which a moving market reaches.
  const limits = await Promise.all(
    ['0', '1', '2'].map((below) =>
      trade(token, 'POST coin/trade', {
        ...{ symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001' },
        price: formatAmount(amount(quote?.bid ?? '') - amount(below)),
      }),
    ),
  );
  const moved = { currency: 'USDT', from: 'spot', to: 'contract', amount: '2000' };
  await trade(token, 'POST wallet/transfer', moved);
  const opened = await trade(token, 'POST lever/submit', {
    ...{ ...own, side: 'long', quantity: '0.02', leverage: 20, collateral: 'contract' },
  });
  await trade(token, 'POST lever/close', { id: opened.id, quantity: '0.01' });
  await trade(token, 'POST lever/close', { id: opened.id });

  const mine = openChatLine(server.origin, { token });
  const fileOf = async (ticket: string, fill?: number): Promise<{ name: string; body: string }> => {
    const deal = fill === undefined ? { ticket } : { ticket, fill };
    const attach = { client_id: randomUUID(), ...deal };
    // The tape is signed every ten seconds.
    await expect.poll(async () => codeOf(await mine.ask('POST chat/evidence', attach)), soon).toBe('ok');
    const { items } = await mine.done('GET chat/messages');
    const sent = items.find((one: { client_id: string | null }) => one.client_id === attach.client_id);
    expect(sent?.evidence).toMatchObject({ ticket });
    return mine.done('POST chat/evidence_open', { evidence: sent?.evidence?.id });
  };
  const expected: readonly [string, number | undefined, object][] = [
    [bought.id, undefined, { kind: 'spot', side: 'buy', symbol: 'BTC/USDT', quantity: '0.02' }],
    [converted.id, 1, { kind: 'spot', side: 'sell', symbol: 'BTC/USDT', quantity: '0.01' }],
    [converted.id, 2, { kind: 'spot', side: 'buy', symbol: 'ETH/USDT' }],
    [opened.id, 0, { kind: 'open', side: 'long', quantity: '0.02' }],
    [opened.id, 1, { kind: 'close', side: 'long', quantity: '0.01' }],
    [opened.id, undefined, { kind: 'close', closed_before: ['0.01'] }],
  ];
  for (const [id, fill, shape] of expected) {
    // oxlint-disable-next-line no-await-in-loop
    await expectProved((await fileOf(id, fill)).body, shape);
  }
  // An unfilled order, or a fill that does not exist, proves nothing.
  const ask = (ticket: string, fill: number) =>
    mine.ask('POST chat/evidence', { client_id: randomUUID(), ticket, fill });
  expect(codeOf(await ask(opened.id, 3))).toBe('order_state_wrong');
  expect(codeOf(await ask(bought.id, 2))).toBe('order_state_wrong');
  const other = openChatLine(server.origin, { token: await server.login(0) });
  expect(codeOf(await other.ask('POST chat/evidence', { client_id: randomUUID(), ticket: bought.id }))).toBe(
    'trade_not_found',
  );

  let reached = '';
  const isReached = async (): Promise<boolean> => {
    const { body } = await server.call('GET coin/list', { token, fields: { status: 'completed' } });
    const { items } = body.message as { items: { id: string }[] };
    reached = limits.find(({ id }) => items.some((item) => item.id === id))?.id ?? '';
    return reached !== '';
  };
  await expect.poll(isReached, soon).toBe(true);
  await expectProved((await fileOf(reached)).body, { kind: 'spot', side: 'buy', quantity: '0.001' });
});
