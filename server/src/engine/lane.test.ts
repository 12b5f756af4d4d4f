/** However late a change of a level is heard of, a row fires at the entry that the rule names, or not at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fires } from '@candor/domain/trading/trigger.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { entryOf, triggerOf } from './testing/cases.ts';
import { Lane, REMEMBERED_ENTRIES } from './lane.ts';
import type { Announcement } from './lane.ts';
import { ScanningIndex } from './oracle.ts';
import { PriceIndex } from './price-index.ts';

/** What really happened, in the order of commits: prices, and levels set or taken away, each heard of some time later. */
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('quote' as const), bid: fc.integer({ min: 90, max: 110 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      row: fc.integer({ min: 1, max: 6 }),
      level: fc.option(fc.integer({ min: 88, max: 112 }), { freq: 4 }),
      condition: fc.constantFrom<TriggerCondition>(
        'ask_at_or_below',
        'ask_at_or_above',
        'bid_at_or_below',
        'bid_at_or_above',
      ),
      /** After how many further happenings the inbox brings it. */
      delay: fc.integer({ min: 0, max: 12 }),
      /** Whether the transaction had read its head before the entry that came last. */
      readBefore: fc.boolean(),
    }),
  },
);

type Version = Announcement & { readonly untilSeq: bigint };

/** The rule itself: each version fires at the first entry that reaches it between its arming and its successor's. */
function expectedFirings(versions: readonly Version[], tape: readonly TapeEntry[]): string[] {
  return versions.flatMap((version) => {
    const { level, untilSeq } = version;
    if (level === null) return [];
    const entry = tape.find((each) => each.seq <= untilSeq && fires({ ...version, level }, each));
    return entry === undefined ? [] : [`${version.row}v${version.version} at ${entry.seq}`];
  });
}

test.each([
  ['price index', () => new PriceIndex()],
  ['scanning oracle', () => new ScanningIndex()],
])('with the %s, delays change nothing', (_name, create) => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 120, size: 'max' }), (happenings) => {
      const lane = new Lane(create(), 0n);
      const tape: TapeEntry[] = [];
      const versions: Version[] = [];
      const inbox: { due: number; announcement: Announcement }[] = [];
      const fired: { text: string; row: bigint; version: number; seq: bigint }[] = [];
      const told = new Map<bigint, number>();
      const note = (firing: ReturnType<Lane['announce']>): void => {
        if (firing === undefined) return;
        const { row, version } = firing.trigger;
        const { seq } = firing.entry;
        expect(version, 'a version that was ended fires no more').toBe(told.get(row));
        fired.push({ text: `${row}v${version} at ${seq}`, row, version, seq });
      };
      const deliver = (now: number): void => {
        // One row's changes come in the order of their commits, as the book's lock has it.
        for (let at = 0; at < inbox.length;) {
          const { due, announcement } = inbox[at]!;
          const waitsForElder = inbox
            .slice(0, at)
            .some((elder) => elder.announcement.row === announcement.row);
          if (due > now || waitsForElder) at += 1;
          else {
            inbox.splice(at, 1);
            told.set(announcement.row, announcement.version);
            note(lane.announce(announcement));
          }
        }
      };
      happenings.forEach((step, now) => {
        const head = BigInt(tape.length);
        if (step.do === 'quote') {
          const entry = entryOf({ seq: tape.length + 1, bid: `${step.bid}`, ask: `${step.bid + 1}` });
          tape.push(entry);
          lane.enter(entry).forEach(note);
        } else {
          const older = versions.findLastIndex((each) => each.row === BigInt(step.row));
          const elder = versions[older];
          const read = step.readBefore && head > (elder?.armedSeq ?? 0n) ? head - 1n : head;
          if (elder !== undefined) versions[older] = { ...elder, untilSeq: read };
          const announcement: Announcement = {
            ...triggerOf({
              row: step.row,
              level: '1',
              condition: step.condition,
              version: (elder?.version ?? 0) + 1,
            }),
            level: step.level === null ? null : BigInt(step.level) * 100_000_000n,
            armedSeq: read,
          };
          versions.push({ ...announcement, untilSeq: BigInt(happenings.length) });
          inbox.push({ due: now + step.delay, announcement });
        }
        deliver(now);
      });
      deliver(Infinity);
      // What fires a version after its successor was armed is what the feature ignores as out of date.
      const due = fired.filter(({ row, version, seq }) =>
        versions.some((each) => each.row === row && each.version === version && seq <= each.untilSeq),
      );
      expect(due.map(({ text }) => text).toSorted()).toEqual(expectedFirings(versions, tape).toSorted());
    }),
    { numRuns: 300 },
  );
});

test('what is no longer remembered is read from the tape', () => {
  const lane = new Lane(new PriceIndex(), 0n);
  const tape = Array.from({ length: REMEMBERED_ENTRIES + 50 }, (_, at) =>
    entryOf({ seq: at + 1, bid: at === 19 ? '94' : '99', ask: at === 19 ? '95' : '100' }),
  );
  for (const entry of tape) lane.enter(entry);
  const announcement = triggerOf({ row: 1, level: '96', armed: 10 });
  expect(lane.forgottenFrom(announcement)).toBe(11n);
  expect(lane.forgottenFrom({ ...announcement, armedSeq: 49n })).toBe(50n);
  expect(lane.forgottenFrom({ ...announcement, armedSeq: 50n })).toBeUndefined();
  expect(lane.announce(announcement, tape.slice(10))?.entry.seq).toBe(20n);
});

test('an entry out of order is a bug', () => {
  const lane = new Lane(new PriceIndex(), 4n);
  expect(() => lane.enter(entryOf({ seq: 6, bid: '1', ask: '1' }))).toThrow('entry 6 after 4');
});
