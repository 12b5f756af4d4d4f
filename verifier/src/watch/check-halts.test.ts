/** A pause, a void ticket or a freeze that is added, changed or removed differs from the log. */
import { expect, test } from 'vitest';
import { Logged } from './logged.ts';
import type { PublishedHalts } from './check-halts.ts';

const DAY = '2026-11-23';
const AT = Date.parse(`${DAY}T10:00:00Z`);
const ENTRIES = [
  `candor-pause-v1|BTC/USDT|7|${AT}|halt|feed_ended`,
  `candor-resume-v1|BTC/USDT|8|${AT + 9000}`,
  `candor-pause-v1|BTC/USDT|12|${AT + 20_000}|gap|-`,
  `candor-void-v1|BTC/USDT|strike|6|${AT + 9000}`,
  `candor-void-v1|BTC/USDT|expiry|6|${AT + 9000}`,
  `candor-freeze-v1|1|${AT}|-|L1`,
  `candor-freeze-v1|1|${AT}|${AT + 60_000}|L1`,
  `candor-freeze-v1|2|${AT + 90_000}|-|silence`,
];
const SHOWN = {
  pauses: {
    pauses: [
      { symbol: 'BTC/USDT', seq: 12, time: AT / 1000 + 20, kind: 'gap', reason: null as string | null },
      { symbol: 'BTC/USDT', seq: 7, time: AT / 1000, kind: 'halt', reason: 'feed_ended' },
    ],
    next: null as string | null,
  },
  voids: { days: [{ day: DAY, tickets: 2 }] },
  freezes: {
    freezes: [
      { number: 2, reason: 'silence', since_ms: AT + 90_000, until_ms: null as number | null },
      { number: 1, reason: 'L1', since_ms: AT, until_ms: AT + 60_000 },
    ],
  },
};

function logged(entries: readonly string[] = ENTRIES): Logged {
  const log = new Logged();
  for (const entry of entries) expect(log.add(entry)).toEqual([]);
  return log;
}
const alarms = (shown: PublishedHalts, log = logged()) => log.halts.compare(shown).map(({ kind }) => kind);
const changed = (change: (shown: typeof SHOWN) => void): PublishedHalts => {
  const shown = structuredClone(SHOWN);
  change(shown);
  return shown;
};

test('finds nothing if the published lists are those of the log', () => {
  expect(alarms(SHOWN)).toEqual([]);
});

test.each<[string, (shown: typeof SHOWN) => void, string]>([
  [
    'a pause that was added',
    ({ pauses: { pauses } }) => pauses.unshift({ ...pauses[0]!, seq: 19 }),
    'halt_unlogged',
  ],
  ['a pause that was removed', ({ pauses }) => pauses.pauses.pop(), 'halts_differ'],
  ['a pause with another reason', ({ pauses }) => (pauses.pauses[1]!.reason = 'unplugged'), 'halts_differ'],
  ['a pause at another time', ({ pauses }) => (pauses.pauses[0]!.time += 5), 'halts_differ'],
  ['a void ticket that was added', ({ voids }) => (voids.days[0]!.tickets = 3), 'void_unlogged'],
  [
    'void tickets of a day without any',
    ({ voids }) => voids.days.push({ day: '2026-11-22', tickets: 1 }),
    'void_unlogged',
  ],
  ['a void ticket that was removed', ({ voids }) => (voids.days[0]!.tickets = 1), 'voids_differ'],
  ['a day of void tickets that was removed', ({ voids }) => voids.days.pop(), 'voids_differ'],
  [
    'a freeze that was added',
    ({ freezes }) => freezes.freezes.push({ ...freezes.freezes[0]!, number: 3 }),
    'freeze_unlogged',
  ],
  ['a freeze that was removed', ({ freezes }) => freezes.freezes.pop(), 'freezes_differ'],
  ['a freeze that ended earlier', ({ freezes }) => (freezes.freezes[1]!.until_ms = AT + 1), 'freezes_differ'],
])('finds %s', (_, change, kind) => {
  expect(alarms(changed(change))).toEqual([kind]);
});

test('does not expect pauses that are on a later page of the list', () => {
  const shown = changed(({ pauses }) => {
    pauses.pauses.pop();
    pauses.next = 'more';
  });
  expect(alarms(shown)).toEqual([]);
});

test.each([
  ['a pause before the last one', `candor-pause-v1|BTC/USDT|11|${AT}|gap|-`],
  ['a freeze that begins again', `candor-freeze-v1|1|${AT}|-|L1`],
  ['another end of a freeze', `candor-freeze-v1|1|${AT}|${AT + 70_000}|L1`],
  ['another reason of a freeze', `candor-freeze-v1|2|${AT + 90_000}|${AT + 99_000}|L2`],
  ['a freeze that ends without a beginning', `candor-freeze-v1|3|${AT}|${AT + 1}|L1`],
  ['a freeze with a number that skips others', `candor-freeze-v1|9|${AT}|-|L1`],
])('finds a log with %s', (_, entry) => {
  expect(logged().add(entry)).toMatchObject([{ kind: 'halts_conflict' }]);
});
