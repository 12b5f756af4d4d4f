/**
 * Evidence in a conversation, from a real ticket on the whole server: attached by the customer and by an operator, downloaded by
 * both sides, proved by the verifier alone, and found out where a unit of it was changed.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle, verifyBundle } from '../verifier/src/bundle.ts';
import type { TicketBundle } from '../verifier/src/bundle.ts';
import { openChatLine } from './testing/chat-line.ts';
import { openConsoleLine } from './testing/console-line.ts';
import { openWholeServer } from './testing/whole-server.ts';
import type { WholeServer } from './testing/whole-server.ts';

const VERIFY = fileURLToPath(new URL('../verifier/bin/candor-verify.mjs', import.meta.url));
/** Thirty seconds, the entry behind them, and a signature. */
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

test('a ticket is proved from the file alone, whoever attached it', async () => {
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
  let id = '';
  // A market that has just opened has no price yet.
  await expect
    .poll(
      async () => {
        const { body } = await server.call('POST microtrade/submit', { token, fields: order });
        id = (body.message as { id?: string }).id ?? '';
        return codeOf({ body });
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe('ok');
  const mine = openChatLine(server.origin, { token });
  const attach = { client_id: randomUUID(), ticket: id };
  // While it is open it proves nothing.
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

  // Nobody else’s: neither the file nor the ticket.
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
