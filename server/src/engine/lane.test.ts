/**
 * However late a change of a level is announced, and whichever process leads, a row fires at the entry that the rule names, or
 * never.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { firstFiring, isTrailing, TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import { entryOf, gapAfter, isTime, tapeInMemory, triggerOf } from './testing/cases.ts';
import { Extremes } from './extremes.ts';
import { Lane, REMEMBERED_ENTRIES } from './lane.ts';
import type { Announcement, Firing } from './lane.ts';
import { searchTape } from './missed.ts';
import { ScanningIndex } from './oracle.ts';
import { PriceIndex } from './price-index.ts';

/** Events in the order of commits: prices, and levels set or removed, each announced some time later. */
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('quote' as const), bid: fc.integer({ min: 90, max: 110 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gap' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      row: fc.integer({ min: 1, max: 6 }),
      level: fc.option(fc.integer({ min: 88, max: 112 }), { freq: 4 }),
      condition: fc.constantFrom(...TRIGGER_CONDITIONS),
      /** The number of further events after which the inbox returns the announcement. */
      delay: fc.integer({ min: 0, max: 12 }),
      /** Whether the transaction read the tape's head before the last entry arrived. */
      readBefore: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('restart' as const),
      /** How many entries the saved position lags behind the last entry that the previous leader evaluated. */
      behind: fc.integer({ min: 0, max: 4 }),
    }),
  },
);

/** The generated number is a price, a distance or a time, depending on the condition. */
function levelFrom(condition: TriggerCondition, drawn: number): bigint {
  if (isTime(condition)) return BigInt((drawn - 88) * 5 * EVERY_MS);
  return BigInt(isTrailing(condition) ? Math.ceil((drawn - 86) / 2) : drawn) * 100_000_000n;
}

const EVERY_MS = 20_000;

type Happening = typeof happening extends fc.Arbitrary<infer Step> ? Step : never;

type Version = Announcement & { readonly untilSeq: bigint };

/** The rule: each version fires at the first entry that reaches it after it was armed and before the next version is armed. */
function expectedFirings(versions: readonly Version[], tape: readonly TapeEntry[]): string[] {
  return versions.flatMap((version) => {
    const { level, untilSeq } = version;
    if (level === null) return [];
    const entry = firstFiring({ ...version, level }, tape);
    return entry === undefined || entry.seq > untilSeq
      ? []
      : [`${version.row}v${version.version} at ${entry.seq}`];
  });
}

type Told = { readonly text: string; readonly row: bigint; readonly version: number; readonly seq: bigint };

type Late = { readonly due: number; readonly announcement: Announcement };

/** A tape, rows and an inbox in memory, with a leader's lane that reads them. */
class World {
  readonly tape: TapeEntry[] = [];
  readonly versions: Version[] = [];
  readonly fired: Told[] = [];
  readonly #create: () => PriceIndex | ScanningIndex;
  #inbox: Late[] = [];
  readonly #told = new Map<bigint, number>();
  #lane: Lane;

  constructor(create: () => PriceIndex | ScanningIndex) {
    this.#create = create;
    this.#lane = new Lane(create(), 0n);
  }

  quote(bid: number): void {
    const seq = this.tape.length + 1;
    this.#enter(entryOf({ seq, bid: `${bid}`, ask: `${bid + 1}`, timeMs: seq * EVERY_MS }));
  }

  gap(): void {
    const before = this.tape.at(-1);
    if (before !== undefined) this.#enter(gapAfter(before, { timeMs: before.timeMs + EVERY_MS }));
  }

  set(step: Extract<Happening, { do: 'set' }>, now: number): void {
    const head = BigInt(this.tape.length);
    const older = this.versions.findLastIndex((each) => each.row === BigInt(step.row));
    const elder = this.versions[older];
    const armedSeq = step.readBefore && head > (elder?.armedSeq ?? 0n) ? head - 1n : head;
    if (elder !== undefined) this.versions[older] = { ...elder, untilSeq: armedSeq };
    const { condition } = step;
    const version = (elder?.version ?? 0) + 1;
    const announcement: Announcement = {
      ...triggerOf({ row: step.row, level: '1', condition, version }),
      level: step.level === null ? null : levelFrom(condition, step.level),
      armedSeq,
    };
    this.versions.push({ ...announcement, untilSeq: BigInt(Number.MAX_SAFE_INTEGER) });
    this.#inbox.push({ due: now + step.delay, announcement });
  }

  /** Changes of one row are announced in the order of their commits, which the lock of the row's book guarantees. */
  async deliver(now: number): Promise<void> {
    const waiting: Late[] = [];
    for (const item of this.#inbox) {
      const { due, announcement } = item;
      if (due > now || waiting.some((elder) => elder.announcement.row === announcement.row))
        waiting.push(item);
      else {
        this.#told.set(announcement.row, announcement.version);
        const { level } = announcement;
        const forgotten = this.#lane.forgotten(announcement);
        const past =
          level === null || forgotten === undefined
            ? {}
            : await searchTape(tapeInMemory(this.tape), { ...announcement, level }, forgotten);
        const firing = this.#lane.announce(announcement, past);
        if (firing !== undefined) this.#note(firing);
      }
    }
    this.#inbox = waiting;
  }

  /** A new leader reads open rows, inbox and tape, and takes over no state from its predecessor. */
  async restart(behind: number): Promise<void> {
    const announced = this.#inbox.flatMap(({ announcement: { level, armedSeq } }) =>
      level === null ? [] : [armedSeq],
    );
    const handled = this.#lane.evaluatedSeq - BigInt(behind);
    const start = [handled < 0n ? 0n : handled, ...announced].reduce((a, b) => (a < b ? a : b));
    const index = this.#create();
    const open = this.versions.filter(
      ({ row, version }, at) =>
        this.versions.findLastIndex((each) => each.row === row) === at &&
        !this.fired.some((each) => each.row === row && each.version === version),
    );
    for (const { untilSeq: _, level, ...trigger } of open) {
      this.#told.set(trigger.row, trigger.version);
      if (level !== null) index.put({ ...trigger, level });
    }
    if (start > 0n) {
      const armed = open.flatMap(({ armedSeq }) => (armedSeq <= start ? [Number(armedSeq)] : []));
      const extremes = await Extremes.read(
        tapeInMemory(this.tape),
        start,
        armed.toSorted((a, b) => a - b),
      );
      index.begin('BTC/USDT', start, (condition, seq) => extremes.of(condition, seq));
    }
    // A version that was replaced before any engine read it never fires, because the customer's change came first.
    for (const { announcement } of this.#inbox) {
      const at = this.versions.findIndex(
        ({ row, version }) => row === announcement.row && version === announcement.version,
      );
      if (!open.includes(this.versions[at]!)) this.versions[at] = { ...this.versions[at]!, level: null };
    }
    this.#inbox = [];
    this.#lane = new Lane(index, start);
    for (const entry of this.tape.slice(Number(start))) {
      for (const firing of this.#lane.enter(entry)) this.#note(firing);
    }
  }

  #enter(entry: TapeEntry): void {
    this.tape.push(entry);
    for (const firing of this.#lane.enter(entry)) this.#note(firing);
  }

  #note({ trigger: { row, version }, entry: { seq } }: Firing): void {
    expect(version, 'a version that was ended fires no more').toBe(this.#told.get(row));
    this.fired.push({ text: `${row}v${version} at ${seq}`, row, version, seq });
  }
}

test.each([
  ['price index', () => new PriceIndex()],
  ['scanning oracle', () => new ScanningIndex()],
])(
  'with the %s, fires each version at the entry that the rule names, whatever the delays and restarts',
  async (_name, create) => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 120, size: 'max' }), async (happenings) => {
        const world = new World(create);
        for (const [now, step] of happenings.entries()) {
          if (step.do === 'quote') world.quote(step.bid);
          else if (step.do === 'gap') world.gap();
          else if (step.do === 'set') world.set(step, now);
          else await world.restart(step.behind);
          await world.deliver(now);
        }
        await world.deliver(Infinity);
        // A feature ignores the firing of a version if the next version is already armed.
        const due = world.fired.filter(({ row, version, seq }) =>
          world.versions.some((each) => each.row === row && each.version === version && seq <= each.untilSeq),
        );
        expect(due.map(({ text }) => text).toSorted()).toEqual(
          expectedFirings(world.versions, world.tape).toSorted(),
        );
      }),
      { numRuns: 300 },
    );
  },
);

test('reports a missed entry that is no longer remembered, and fires at that entry after a search of the tape', async () => {
  const lane = new Lane(new PriceIndex(), 0n);
  const tape = Array.from({ length: REMEMBERED_ENTRIES + 50 }, (_, at) =>
    entryOf({ seq: at + 1, bid: at === 19 ? '94' : '99', ask: at === 19 ? '95' : '100' }),
  );
  for (const entry of tape) lane.enter(entry);
  const announcement = triggerOf({ row: 1, level: '96', armed: 10 });
  const forgotten = { firstSeq: 11n, lastSeq: 50n };
  expect(lane.forgotten(announcement)).toEqual(forgotten);
  expect(lane.forgotten({ ...announcement, armedSeq: 49n })).toEqual({ firstSeq: 50n, lastSeq: 50n });
  expect(lane.forgotten({ ...announcement, armedSeq: 50n })).toBeUndefined();
  const past = await searchTape(tapeInMemory(tape), announcement, forgotten);
  expect(lane.announce(announcement, past)?.entry.seq).toBe(20n);
});

test('includes the arming entry in the search for a trailing trigger', async () => {
  const lane = new Lane(new PriceIndex(), 0n);
  const tape = Array.from({ length: REMEMBERED_ENTRIES + 50 }, (_, at) =>
    entryOf({ seq: at + 1, bid: at === 9 ? '104' : '99', ask: '105' }),
  );
  for (const entry of tape) lane.enter(entry);
  const trail = triggerOf({ row: 1, level: '5', condition: 'bid_falls_by', armed: 10 });
  const forgotten = { firstSeq: 10n, lastSeq: 50n };
  expect(lane.forgotten(trail)).toEqual(forgotten);
  expect(lane.forgotten({ ...trail, armedSeq: 50n })).toEqual({ firstSeq: 50n, lastSeq: 50n });
  expect(lane.forgotten({ ...trail, armedSeq: 51n })).toBeUndefined();
  expect(lane.forgotten({ ...trail, armedSeq: BigInt(tape.length + 1) })).toBeUndefined();
  const source = tapeInMemory(tape);
  expect(lane.announce(trail, await searchTape(source, trail, forgotten))?.entry.seq).toBe(11n);
  const wider = { ...trail, level: 600_000_000n, version: 2 };
  expect(lane.announce(wider, await searchTape(source, wider, forgotten))).toBeUndefined();
  expect(lane.enter(entryOf({ seq: tape.length + 1, bid: '98', ask: '105' }))).toHaveLength(1);
});

test('throws for an entry out of order', () => {
  const lane = new Lane(new PriceIndex(), 4n);
  expect(() => lane.enter(entryOf({ seq: 6, bid: '1', ask: '1' }))).toThrow(
    'expected the entry after 4, got 6',
  );
});
