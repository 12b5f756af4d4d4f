/**
 * Measures how long after a fill anybody can have a witnessed proof of it: its receipt, whose answer names price and entry, and
 * the tape's signed head that covers the entry, each included in a checkpoint that the demo's own witnesses cosigned.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { isSignedBy } from '../verifier/src/crypto.ts';
import { lookUpEntry } from '../verifier/src/receipt/look-up.ts';
import { readBatch, readReceiptHeader } from '../verifier/src/receipt/texts.ts';
import { readCheckpoint } from '../verifier/src/tlog/checkpoint.ts';
import { meets, readPolicy } from '../verifier/src/tlog/policy.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { startServer } from './running-server.ts';

const FILLS = 20;
/** Not a divisor of the platform's own intervals, so that fills fall at any moment of them. */
const EVERY_MS = 2_300;
const LOOK_EVERY_MS = 100;
const WAIT_MAX_MS = 60_000;
const ORDER = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.001', fee_rate: '0.001' };
const GOAL = { atMost: 10 };

type Log = { readonly origin: string; readonly policy: string; readonly owner: Pool };
type Logged = { readonly text: string; readonly index: number } | undefined;

export async function benchProofTime(): Promise<Figure[]> {
  const server = await startServer(1);
  const owner = createPool(server.postgres.ownerUrl, { max: 4 });
  const origin = `http://127.0.0.1:${server.port}`;
  try {
    const log = { origin, owner, policy: await witnessedPolicy(origin) };
    const running: Promise<{ receipt: number; head: number }>[] = [];
    for (let fill = 0; fill < FILLS; fill += 1) {
      running.push(proofTimes(log, server.tokens[0] ?? ''));
      await delay(EVERY_MS);
    }
    const times = await Promise.all(running);
    const receipts = times.map(({ receipt }) => receipt);
    const heads = times.map(({ head }) => head);
    return [
      { name: `proof-time: receipt of a fill, median of ${FILLS}`, value: median(receipts), unit: 's' },
      { name: 'proof-time: receipt of a fill, slowest', value: Math.max(...receipts), unit: 's', goal: GOAL },
      { name: 'proof-time: signed head that covers an entry, median', value: median(heads), unit: 's' },
      { name: 'proof-time: signed head that covers an entry, slowest', value: Math.max(...heads), unit: 's' },
    ];
  } finally {
    await owner.end();
    await server.stop();
  }
}

/** The log's policy, once its witnesses have cosigned. */
async function witnessedPolicy(origin: string): Promise<string> {
  return within('a witnessed checkpoint', async () => {
    const text = await fileText(origin, 'policy');
    const policy = readPolicy(text);
    const checkpoint = readCheckpoint(await fileText(origin, 'checkpoint'));
    if ('violation' in policy || checkpoint === undefined) return undefined;
    return meets(checkpoint, policy, isSignedBy).met ? text : undefined;
  });
}

/** Buys at market, and returns the seconds from the answer to each proof. */
async function proofTimes(log: Log, token: string) {
  const response = await fetch(`${log.origin}/api/coin/trade`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', authorization: token },
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(ORDER),
  });
  const filledMs = performance.now();
  const text = await response.text();
  const receipt = readReceiptHeader(response.headers.get('candor-receipt') ?? '');
  const { message } = JSON.parse(text) as { message: { legs?: { tape_seq: number }[] } };
  const seq = message.legs?.[0]?.tape_seq;
  if (receipt === undefined || seq === undefined) throw new Error(`expected a fill, got ${text}`);
  const number = readBatch(receipt.text)?.number ?? 0;
  const seconds = async (find: () => Promise<Logged>): Promise<number> => {
    await within('a witnessed proof', async () => ((await isProved(log, await find())) ? true : undefined));
    return (performance.now() - filledMs) / 1000;
  };
  const [ofReceipt, ofHead] = await Promise.all([
    seconds(async () => {
      const found = await fetch(`${log.origin}/api/receipts/batch?number=${number}`);
      const { index } = ((await found.json()) as { message: { index: number | null } }).message;
      return index === null ? undefined : { text: receipt.text, index };
    }),
    seconds(() => loggedHead(log.owner, seq)),
  ]);
  return { receipt: ofReceipt, head: ofHead };
}

/** The first entry of the log that has a signed head of the tape at or after an entry. */
async function loggedHead(owner: Pool, seq: number): Promise<Logged> {
  const { rows } = await owner.query<{ text: string; index: string }>(
    `select e.entry as text, e.index from tlog_entry e
      where e.kind = 'checkpoint' and e.key = $1 and e.position >= $2 order by e.index limit 1`,
    [ORDER.symbol, seq],
  );
  const [row] = rows;
  return row && { text: row.text, index: Number(row.index) };
}

/** Whether the newest checkpoint has a quorum of cosignatures and includes the entry, as a stranger checks it. */
async function isProved({ origin, policy }: Log, logged: Logged): Promise<boolean> {
  if (logged === undefined) return false;
  const note = await fileText(origin, 'checkpoint');
  const read = async (path: string) =>
    new Uint8Array(await (await fetch(`${origin}/log/${path}`)).arrayBuffer());
  const at = { entry: logged.text, index: logged.index };
  const found = await lookUpEntry({ read, verify: isSignedBy }, { policy, note }, at);
  return found !== undefined && 'loggedMs' in found && found.loggedMs !== undefined;
}

async function fileText(origin: string, path: string): Promise<string> {
  return (await fetch(`${origin}/log/${path}`)).text();
}

/** Repeats the call until there is a result. */
async function within<Result>(what: string, ask: () => Promise<Result | undefined>): Promise<Result> {
  const startedMs = performance.now();
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    if (performance.now() - startedMs > WAIT_MAX_MS) throw new Error(`expected ${what}, found none`);
    await delay(LOOK_EVERY_MS);
  }
}
