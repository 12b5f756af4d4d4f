/** A copy of the platform with a stranger who watches it, on which frauds are committed one after the other. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCopy, serverLog } from './copy.ts';
import type { Copy } from './copy.ts';
import { startCustomer } from './customer.ts';
import { blindGuard, ownerOf, signerOf, stopperOf } from './crime.ts';
import type { Crime, Fraud } from './crime.ts';
import { startStranger } from './stranger.ts';
import type { Alarm, Pace, Stranger } from './stranger.ts';

export type Found = {
  readonly fraud: string;
  /** The first alarm that reports the fraud; undefined if none came in time. */
  readonly alarm: Alarm | undefined;
  /** The time from the moment at which the fraud was complete; 0 if the alarm came before. */
  readonly afterMs: number;
};

export type Stage = {
  readonly copy: Copy;
  readonly stranger: Stranger;
  /** Commits a fraud, and waits for the alarm that names it. */
  commit(fraud: Fraud): Promise<Found>;
  /** Stops the stranger and deletes the copy. */
  close(): Promise<void>;
};

/** Faster than a stranger would need to be, so that a test does not take long. */
export const QUICK: Pace = { everySeconds: 2, lateSeconds: 20, tradeEverySeconds: 3 };
/** The watch's own pace, except that it trades more often than once a minute, so that there are soon trades to cheat with. */
export const USUAL: Pace = { everySeconds: 10, lateSeconds: 60, tradeEverySeconds: 10 };
const READY_WITHIN_MS = 180_000;
const FOUND_WITHIN_MS = 120_000;
const LOOK_MS = 200;
/** The rounds of the stranger before the first fraud, in which no alarm may be raised. */
const HONEST_ROUNDS = 3;

/** Opens a copy that is prepared for some frauds. `tell` receives one line for each step. */
export async function openStage(
  frauds: readonly Fraud[],
  tell: (line: string) => void,
  pace = QUICK,
): Promise<Stage> {
  tell('Copying the platform.');
  const copy = await makeCopy();
  try {
    blindGuard(copy);
    await copy.start();
    await witnessed(copy);
    for (const { prepare } of frauds) await prepare?.(copy);
    const victims = await shoppers(copy);
    const customer = await startCustomer(copy.origin, join(copy.folder, 'customer'));
    const accounts = victims.map(({ account, password }) => `${account}:${password}`);
    tell('The stranger watches and trades.');
    const stranger = startStranger(copy.origin, join(copy.folder, 'stranger'), { accounts, pace });
    const crime: Crime = {
      ...{ copy, stranger, victims, sql: ownerOf(copy), sign: signerOf(copy), whileStopped: stopperOf(copy) },
    };
    await until(() => stranger.rounds() >= HONEST_ROUNDS, 'the stranger to look', crime);
    if (stranger.alarms.length > 0)
      throw new Error(`an alarm without a fraud: ${stranger.alarms[0]?.detail}`);
    const close = async () => {
      await Promise.all([stranger.stop(), customer.stop()]);
      await copy.remove();
    };
    return { copy, stranger, commit: (fraud) => commitOn(crime, fraud), close };
  } catch (error) {
    console.error(serverLog(copy));
    await copy.remove();
    throw error;
  }
}

async function commitOn(crime: Crime, fraud: Fraud): Promise<Found> {
  const { stranger } = crime;
  await until(async () => (await fraud.isReady?.(crime)) ?? true, `${fraud.name} to be possible`, crime);
  const seen = stranger.alarms.length;
  await fraud.commit(crime);
  const doneMs = Date.now();
  const isNamed = ({ kind, detail }: Alarm): boolean =>
    fraud.foundBy.includes(kind) && (fraud.about === undefined || fraud.about.test(detail));
  const first = () => stranger.alarms.slice(seen).find(isNamed);
  while (first() === undefined && Date.now() - doneMs < FOUND_WITHIN_MS) {
    if (stranger.ended()) throw new Error('the stranger stopped watching');
    await delay(LOOK_MS);
  }
  const alarm = first();
  return { fraud: fraud.name, alarm, afterMs: Math.max(0, (alarm?.atMs ?? Date.now()) - doneMs) };
}

async function until(isSo: () => Promise<boolean> | boolean, what: string, crime: Crime): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isSo())) {
    if (crime.stranger.ended()) throw new Error('the stranger stopped watching');
    if (Date.now() > deadline) throw new Error(`expected ${what} in time, but it did not happen`);
    await delay(LOOK_MS);
  }
}

/** Waits for the first checkpoint with its cosignatures, and for prices, which the stranger needs. */
async function witnessed({ origin }: Copy): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const log = await fetch(`${origin}/log/checkpoint`);
    if (log.ok && (await fetch(`${origin}/log/policy`)).ok) return;
    if (Date.now() > deadline) throw new Error('the log of the copy was not witnessed in time');
    await delay(LOOK_MS);
  }
}

/** Returns the demo's two example customers, through whom the stranger trades. */
async function shoppers(copy: Copy): Promise<readonly { account: string; password: string; book: string }[]> {
  const answer = (await (await fetch(`${copy.origin}/api/demo`)).json()) as {
    readonly message: {
      readonly customers: readonly { readonly account: string; readonly password: string }[];
    };
  };
  const sql = ownerOf(copy);
  const found = [];
  for (const { account, password } of answer.message.customers) {
    const [row] = await sql<{ id: string }>('select id from customer where account = $1', [account]);
    if (row !== undefined) found.push({ account, password, book: row.id });
  }
  return found;
}
