/**
 * `npm run watch:day`: a stranger watches and trades on an honest platform for a day of market time, hour by hour, while
 * this platform goes through everything that happens to honest platforms. No alarm may be raised.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureWebBuilt } from './build-web.mjs';
import { makeCopy, serverLog } from './cheat/copy.ts';
import type { Copy } from './cheat/copy.ts';
import { startCustomer } from './cheat/customer.ts';
import { startStranger } from './cheat/stranger.ts';
import type { Alarm, Stranger } from './cheat/stranger.ts';
import { FAULTS_COUNT, plantFaults } from './watched-day/faults.ts';
import { HonestPlatform } from './watched-day/platform.ts';
import { PUSHED_FEED_OPTIONS, PushedFeed } from './watched-day/pushed-feed.ts';
import { openSlowNetwork } from './watched-day/slow-network.ts';
import type { SlowNetwork } from './watched-day/slow-network.ts';
import { TicketHolder } from './watched-day/ticket-holder.ts';
import { Withdrawing } from './watched-day/withdrawing.ts';
import { Witnesses } from './watched-day/witnesses.ts';

const HELP = `npm run watch:day -- [options]

  --hours <number>         how many hours of market time (default 24)
  --hour-seconds <number>  how long each hour is traded; the market's clock skips the rest (default 50)
  --faults                 plants a fault at the end about each of halts, void tickets and withdrawals, which must be found
  --late <seconds>         the watch's bound for what comes late (default 120: a restart on a busy machine takes a minute)

Exits with 0 if there was no alarm, and then one for each planted fault, and with 1 otherwise.
`;

const SLOW_MS = 400;
/** Paid, cancelled, rejected, returned by the bank, under review, held, approved. */
const STATES_MIN = 7;
const WITHIN_MS = 240_000;
const ACCOUNTS = ['lena:Demo-lena-1', 'wei:Demo-wei-2'];
const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'];
const SILENT = ['BTC/USDT', 'ETH/USDT'];
const SILENCES = 2;
/**
 * Two purchases take less than half of a silence, so every ticket expires during the silence, more than three seconds from
 * any price.
 */
const SILENCE_MS = 24_000;
const TICKET_SECONDS = 60;

type Day = {
  readonly copy: Copy;
  readonly platform: HonestPlatform;
  readonly witnesses: Witnesses;
  readonly network: SlowNetwork;
  readonly withdrawing: Withdrawing;
  readonly seen: { rounds: number; alarms: Alarm[]; watch: Stranger };
  readonly openWatch: () => Stranger;
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '24' },
      'hour-seconds': { type: 'string', default: '50' },
      late: { type: 'string', default: '120' },
      faults: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [hours, hourSeconds, late] = [values.hours, values['hour-seconds'], values.late].map(Number);
  if (values.help || !(hours && hourSeconds && late)) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? 0 : 2;
  }
  if ((await ensureWebBuilt()) !== 0) return 2;
  const copy = await makeCopy();
  const closing: (() => Promise<void>)[] = [() => copy.remove()];
  try {
    return await watchDay(copy, { hours, hourMs: hourSeconds * 1000, late, faults: values.faults }, closing);
  } catch (error) {
    console.error(serverLog(copy));
    throw error;
  } finally {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they depend on each other
    for (const close of closing.toReversed()) await close();
  }
}

type Asked = {
  readonly hours: number;
  readonly hourMs: number;
  readonly late: number;
  readonly faults: boolean;
};

async function watchDay(
  copy: Copy,
  { hours, hourMs, late, faults }: Asked,
  closing: (() => Promise<void>)[],
): Promise<number> {
  await copy.start();
  const logKey = await logKeyOf(copy);
  await copy.stop();
  const witnesses = await Witnesses.start(copy.folder, logKey);
  closing.push(() => witnesses.close());
  const platform = new HonestPlatform(copy, witnesses, logKey);
  await platform.start();
  await logKeyOf(copy);
  const network = await openSlowNetwork(copy.origin);
  closing.push(() => network.close());
  const customers = await Promise.all(
    SYMBOLS.map((symbol, at) =>
      startCustomer(copy.origin, join(copy.folder, `customer-${at}`), { symbol, everyMs: 2000 }),
    ),
  );
  closing.push(async () => void (await Promise.all(customers.map((customer) => customer.stop()))));
  const pace = { everySeconds: 10, lateSeconds: late, tradeEverySeconds: 10 };
  const openWatch = (): Stranger =>
    startStranger(network.origin, join(copy.folder, 'stranger'), { accounts: ACCOUNTS, pace });
  const day: Day = {
    ...{ copy, platform, witnesses, network, openWatch, withdrawing: new Withdrawing() },
    seen: { rounds: 0, alarms: [], watch: openWatch() },
  };
  closing.push(() => day.seen.watch.stop());
  await until(() => day.seen.watch.rounds() >= 3, 'the watch to look');
  const firstMb = day.seen.watch.memoryMb();
  const began = Date.now();
  for (let hour = 1; hour <= hours; hour += 1) {
    // oxlint-disable no-await-in-loop -- hours follow each other
    await happens(day, hour);
    await delay(hourMs);
    await platform.hourPasses();
    const { rounds, size, alarms, memoryMb } = day.seen.watch;
    const line = `${day.seen.rounds + rounds()} rounds, ${size()} entries, ${memoryMb()} MB`;
    console.log(`hour ${hour}: ${line}, ${day.seen.alarms.length + alarms.length} alarms`);
    // oxlint-enable no-await-in-loop
  }
  const holder = await fallsSilent(day, closing);
  // The watch must also look at the last events.
  const looked = day.seen.watch.rounds();
  await until(() => day.seen.watch.rounds() >= looked + 4, 'the watch to look again');
  const isHonest =
    report(day, { hours, firstMb, minutes: (Date.now() - began) / 60_000 }, customers) &&
    (await isEventful(day, holder.tickets));
  if (!faults || !isHonest) return isHonest ? 0 : 1;
  const planted = { copy, alarms: () => day.seen.watch.alarms, withdrawing: day.withdrawing };
  const found = await plantFaults(planted, (line) => console.log(line));
  console.log(`${found} of ${FAULTS_COUNT} faults found`);
  return found === FAULTS_COUNT ? 0 : 1;
}

/** Prices come from a feed, which is silent twice while tickets expire: the market is halted, and the tickets are void. */
async function fallsSilent({ copy, platform }: Day, closing: (() => Promise<void>)[]): Promise<TicketHolder> {
  console.log('the feed stops sending');
  await platform.changeFeed(PUSHED_FEED_OPTIONS);
  const feed = await PushedFeed.open(copy, SYMBOLS);
  closing.push(async () => feed.close());
  const holder = await TicketHolder.open(copy);
  for (let time = 1; time <= SILENCES; time += 1) {
    // oxlint-disable no-await-in-loop -- one silence after the other
    for (const symbol of SILENT) await holder.buy(symbol, TICKET_SECONDS);
    await delay(TICKET_SECONDS * 1000 - SILENCE_MS / 2);
    feed.silence(SILENT);
    await delay(SILENCE_MS);
    feed.resume();
    // oxlint-enable no-await-in-loop
  }
  return holder;
}

/**
 * Whether the day included the events that it is meant to show: halts, void tickets, and withdrawals that their customers find in
 * the statements of liabilities.
 */
async function isEventful({ copy, withdrawing }: Day, tickets: number): Promise<boolean> {
  const [pauses, voids] = await Promise.all(
    ['pauses', 'voids'].map(async (name) => {
      const answer = await fetch(`${copy.origin}/api/transparency/${name}`);
      return ((await answer.json()) as { readonly message: Record<string, readonly { tickets?: number }[]> })
        .message;
    }),
  );
  const halts = pauses?.['pauses']?.length ?? 0;
  const voided = (voids?.['days'] ?? []).reduce((sum, day) => sum + (day.tickets ?? 0), 0);
  const states = await withdrawing.states();
  const wrong = await withdrawing.check();
  console.log(`${halts} halts, ${voided} void tickets, of which ${tickets} were bought for this purpose`);
  console.log(`withdrawals: ${states.join(', ')}`);
  const owed = wrong === undefined ? 'no statement includes them yet' : wrong.join(' ');
  console.log(`what is owed to their customers: ${owed === '' ? 'as they remember' : owed}`);
  return halts > 0 && voided >= tickets && new Set(states).size >= STATES_MIN && wrong?.length === 0;
}

const EVENTS: Readonly<Record<number, readonly [what: string, run: (day: Day) => Promise<void> | void]>> = {
  1: ['customers withdraw, and operators decide', ({ copy, withdrawing }) => withdrawing.begin(copy)],
  2: ['the server restarts', ({ platform }) => platform.restart()],
  4: ['terms close DOGE', ({ platform }) => platform.publishTerms(false)],
  6: ['the key of the tape is replaced', ({ platform }) => platform.rotate('tape')],
  8: ['the watch starts again', restartWatch],
  9: ['a witness is down', ({ witnesses }) => witnesses.stop(0)],
  10: ['the app is updated', ({ platform }) => platform.updateApp()],
  11: ['the witness is back', ({ witnesses }) => witnesses.start(0)],
  13: ['the key of the log is replaced', ({ platform }) => platform.rotate('log')],
  15: ['the network is slow', ({ network }) => void (network.delayMs = SLOW_MS)],
  17: ['the network is quick again', ({ network }) => void (network.delayMs = 0)],
  18: ['terms open DOGE', ({ platform }) => platform.publishTerms(true)],
  20: ['the server is killed', ({ platform }) => platform.crash()],
  22: ['the watch starts again, and the app is updated meanwhile', updateUnwatched],
};

async function happens(day: Day, hour: number): Promise<void> {
  const [what, run] = EVENTS[hour] ?? [];
  if (what === undefined || run === undefined) return;
  console.log(`hour ${hour}: ${what}`);
  await run(day);
}

async function restartWatch(
  day: Day,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { watch } = day.seen;
  await watch.stop();
  day.seen.rounds += watch.rounds();
  day.seen.alarms.push(...watch.alarms);
  await meanwhile();
  day.seen.watch = day.openWatch();
}

function updateUnwatched(day: Day): Promise<void> {
  return restartWatch(day, () => day.platform.updateApp());
}

type Facts = { readonly hours: number; readonly minutes: number; readonly firstMb: number };

function report(
  { seen }: Day,
  { hours, minutes, firstMb }: Facts,
  customers: readonly { readonly orders: () => number }[],
): boolean {
  const alarms = [...seen.alarms, ...seen.watch.alarms];
  const trades = ACCOUNTS.flatMap((account) => seen.watch.trades(account.split(':')[0] ?? '')).length;
  const orders = customers.reduce((sum, customer) => sum + customer.orders(), 0);
  for (const { kind, detail } of alarms) console.log(`ALARM ${kind}: ${detail}`);
  console.log(
    `${hours} hours of market time in ${minutes.toFixed(1)} minutes: ${seen.rounds + seen.watch.rounds()} rounds, ` +
      `${seen.watch.size()} entries of the log, ${trades} trades of the shoppers, ${orders} orders of other customers, ` +
      `memory of the watch ${firstMb} MB, then ${seen.watch.memoryMb()} MB; ${alarms.length} alarms`,
  );
  return alarms.length === 0 && !seen.watch.ended();
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`expected ${what} in time, but it did not happen`);
    await delay(200);
  }
}

/** Waits until the log has a checkpoint that its witnesses cosigned. */
async function logKeyOf({ origin }: Copy): Promise<string> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const checkpoint = await fetch(`${origin}/log/checkpoint`);
    const policy = await fetch(`${origin}/log/policy`);
    const [, key] = /^log (\S+)$/m.exec(await policy.text()) ?? [];
    if (checkpoint.ok && policy.ok && key !== undefined) return key;
    if (Date.now() > deadline) throw new Error('the log of the copy was not witnessed in time');
    await delay(200);
  }
}

process.exitCode = await main();
