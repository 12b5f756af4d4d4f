/** The output and exit codes of the command line. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FillBundle, TicketBundle } from '../bundle.ts';
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { SYMBOL, madeCheckpoints, madeEntries, rechained, signer } from '../testing/made-tape.ts';

const BIN = fileURLToPath(new URL('../../bin/candor-verify.mjs', import.meta.url));
const key = signer();
const tape = madeEntries(
  Array.from({ length: 2100 }, (_, at) => ({ time_ms: 1_700_000_000_000 + at * 500 })),
);
const forged = rechained(tape.with(1400, { ...(tape[1400] as TapeEntry), last: '99' }));
const seqs = [700, 1400, 1500, 2100];

/** The content that the platform publishes, which tests change. */
let shown: { entries: readonly TapeEntry[]; checkpoints: readonly Checkpoint[] };
let platform: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor verify-'));
  platform = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const limit = Number(searchParams.get('limit'));
    const from = Number(searchParams.get('from_seq') ?? shown.entries.length);
    const page = <Item extends { seq: number }>(items: readonly Item[]) =>
      items.filter(({ seq }) => seq >= from).slice(0, limit);
    const answers: Record<string, unknown> = {
      '/api/transparency/keys': { public_key: key.publicKey },
      '/api/tape/checkpoints': { public_key: key.publicKey, checkpoints: page(shown.checkpoints) },
      '/api/tape': page(shown.entries),
    };
    response.end(JSON.stringify({ type: 'ok', code: 1, message: answers[pathname] }));
  });
  await new Promise<void>((resolve) => {
    platform.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});
afterAll(() => {
  platform.close();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr });
    });
  });
}

it('accepts a tape, and reports in a later run with the same file that the tape was rewritten', async () => {
  shown = { entries: tape, checkpoints: madeCheckpoints(tape, seqs, { key }) };
  const asked = ['--url', url, '--symbol', SYMBOL];
  const keep = join(folder, 'kept.json');
  const honest = await run(...asked, '--keep', keep);
  expect(honest).toEqual({
    code: 0,
    printed: `BTC/USDT: 2100 entries and 4 checkpoints are valid, signed by ${key.publicKey}.\nEverything holds.\n`,
  });
  expect(JSON.parse(readFileSync(keep, 'utf8'))).toMatchObject({
    public_key: key.publicKey,
    checkpoints: [{ symbol: SYMBOL, seq: 2100 }],
  });

  shown = { entries: forged, checkpoints: shown.checkpoints };
  expect((await run(...asked)).printed).toMatch(
    /^Checkpoint 1500: signs the hash \w+, but the tape has \w+ there\.$/m,
  );

  shown = { entries: forged, checkpoints: madeCheckpoints(forged, seqs, { key }) };
  expect((await run(...asked)).code).toBe(0);
  const again = await run(...asked, '--keep', keep, '--from', '5', '--to', '900');
  expect(again.code).toBe(1);
  expect(again.printed).toMatch(
    /^Entry 2100: its hash is \w+ now; it was \w+ when it was kept\. The tape was rewritten\.$/m,
  );
  expect(again.printed).toMatch(/This does NOT hold\.\n$/);
});

it('proves a saved fill from its file alone, and against the published tape', async () => {
  shown = { entries: tape, checkpoints: madeCheckpoints(tape, seqs, { key }) };
  const file = join(folder, 'fill.json');
  const bundle: FillBundle = {
    candor: 2,
    kind: 'fill',
    fill: { kind: 'spot', symbol: SYMBOL, side: 'buy', quantity: '1', price: '100.02', tape_seq: 1450 },
    entries: tape.slice(1399, 1500),
    checkpoints: madeCheckpoints(tape, [1400, 1500], { key }),
    public_key: key.publicKey,
  };
  writeFileSync(file, JSON.stringify(bundle));
  const saved = await run('--ticket', file);
  expect(saved).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Entry 1450 has 100\.02 for this fill\./),
  });
  expect((await run('--ticket', file, '--url', url)).code).toBe(0);

  shown = { entries: forged, checkpoints: madeCheckpoints(forged, seqs, { key }) };
  const rewritten = await run('--ticket', file, '--url', url);
  expect(rewritten).toMatchObject({ code: 1, printed: expect.stringMatching(/^Entry 1500: its hash is/) });

  writeFileSync(file, JSON.stringify({ ...bundle, fill: { ...bundle.fill, price: '100.03' } }));
  expect(await run('--ticket', file)).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^Entry 1450: the price says 100\.03; the tape says 100\.02\.$/m),
  });
});

it('rejects a ticket that was accepted after an entry older than the newest one that the device had seen', async () => {
  shown = { entries: tape, checkpoints: madeCheckpoints(tape, seqs, { key }) };
  const file = join(folder, 'ticket.json');
  const createdAt = 1_700_000_000 + 725;
  // A valid ticket that was accepted after entry 1451. All prices are equal, so the ticket is tied.
  const bundle: TicketBundle = {
    candor: 2,
    kind: 'ticket',
    ticket: {
      symbol: SYMBOL,
      side: 'up',
      seconds: 10,
      stake: '10',
      payout_ratio: '0.8',
      profit: '8',
      status: 'tied',
      reason: null,
      accepted_seq: 1451,
      accepted_ms: createdAt * 1000 + 120,
      strike: '100',
      strike_seq: 1452,
      strike_at_ms: createdAt * 1000 + 500,
      settle: '100',
      settle_seq: 1471,
      created_at: createdAt,
      expires_at: createdAt + 10,
      pnl: '0',
    },
    seen_seq: 1451,
    entries: tape.slice(1399, 1500),
    checkpoints: madeCheckpoints(tape, [1400, 1500], { key }),
    public_key: key.publicKey,
  };
  writeFileSync(file, JSON.stringify(bundle));
  for (const where of [[], ['--url', url]]) {
    expect(await run('--ticket', file, ...where)).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        /^Accepted at entry 1451; the device states that 1451 was the newest .*\.$/m,
      ),
    });
  }

  writeFileSync(file, JSON.stringify({ ...bundle, seen_seq: 1455 }));
  for (const where of [[], ['--url', url]]) {
    expect(await run('--ticket', file, ...where)).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^Entry 1451: .*; entry 1455 was there already when it was ordered\.$/m),
    });
  }

  writeFileSync(file, JSON.stringify({ ...bundle, seen_seq: '1451' }));
  expect((await run('--ticket', file)).printed).toMatch(/^The seen_seq of the ticket or fill is not/m);
});

it('exits with code 2 if the file cannot be read', async () => {
  const nowhere = await run('--ticket', join(folder, 'nowhere.json'));
  expect(nowhere).toEqual({
    code: 2,
    printed: expect.stringMatching(/^Failed to read .*nowhere\.json: ENOENT/m),
  });
});
