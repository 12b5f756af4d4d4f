/** A watch of the lists of fills over rounds and restarts: no list is skipped, and no fault that was found is lost. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKept, writeKept } from '../cli/watch-keep.ts';
import { entryOf } from '../fill-quality/lines.ts';
import type { PublicList } from '../fill-quality/lines.ts';
import type { Alarm } from './alarms.ts';
import { FillsWatch } from './check-fills.ts';
import { Logged } from './logged.ts';
import { madePlatform } from './testing/made-platform.ts';
import { Watch } from './watch.ts';

/** An order that ended for a reason that no tape shows. */
const line = (id: string): string =>
  `${id.repeat(64)}|unfilled|spot|BTC/USDT|buy|market|account_frozen|1000|1|500|||2000`;
const listOf = (root: number, ...lines: readonly string[]): PublicList => ({
  ...{ root, lines },
  entry: entryOf(root, lines),
});
/** A line without a known form, which is an alarm. */
const wrong = listOf(1, 'x');

function loggedOf(lists: readonly PublicList[]): Logged {
  const logged = new Logged();
  for (const { entry } of lists) logged.add(entry);
  return logged;
}

type Shown = (fromRoot: number) => readonly PublicList[];
function watchOf(shown: Shown, logged: Logged, checked?: number): FillsWatch {
  const read = async (from: number) => ({ lists: shown(from), nextRoot: null });
  return new FillsWatch({ read, tape: () => Promise.reject(new Error('500')), logged, checked });
}

async function round(watch: FillsWatch): Promise<readonly string[]> {
  const found: Alarm[] = [];
  await watch.round(found).catch(() => undefined);
  return found.map(({ detail }) => detail);
}

const UNREADABLE = 'A line of the public list has no known form.';
const TWICE = 'A line of the public list is repeated.';
const notServed = (root: number): string => `The list of fills of root ${root} is in the log and not served.`;

test('counts a violation even if the next page can’t be read', async () => {
  const shown: Shown = (from) => {
    if (from > 1) throw new Error('500');
    return [wrong];
  };
  const watch = watchOf(shown, loggedOf([wrong, listOf(2)]));
  expect(await round(watch)).toEqual([UNREADABLE]);
  expect(watch.checked).toBe(1);
});

test('counts a violation even if the tape of the next line can’t be read, and does not mark the list as checked', async () => {
  const moved = line('c').replace('account_frozen', 'price_moved').replace('|||', '|102|6|');
  const list = listOf(1, 'x', moved);
  const watch = watchOf(() => [list], loggedOf([list]));
  expect(await round(watch)).toEqual([UNREADABLE]);
  expect(watch.checked).toBe(0);
  // Reading a list again does not count its lines as repeated.
  expect(await round(watch)).toEqual([UNREADABLE]);
});

test('raises an alarm about a list that is missing between others, and checks the lists after it', async () => {
  const lists = [listOf(1), listOf(2), listOf(3, 'x')];
  const watch = watchOf((from) => lists.filter(({ root }) => root >= from && root !== 2), loggedOf(lists));
  expect(await round(watch)).toEqual([notServed(2)]);
  expect(await round(watch)).toContain(UNREADABLE);
});

test('raises an alarm about a line that is repeated in a list of a later round', async () => {
  const lists = [listOf(1, line('b'))];
  const logged = loggedOf(lists);
  const watch = watchOf((from) => lists.filter(({ root }) => root >= from), logged);
  expect(await round(watch)).toEqual([]);
  lists.push(listOf(2, line('b')));
  logged.add(lists[1]?.entry ?? '');
  expect(await round(watch)).toContain(TWICE);
});

test('raises an alarm about a line of a list from before a restart if it is repeated', async () => {
  const lists = [listOf(1, line('b')), listOf(2, line('b'))];
  const watch = watchOf((from) => lists.filter(({ root }) => root >= from), loggedOf(lists), 1);
  expect(await round(watch)).toContain(TWICE);
});

test('reads, after a restart, the lists that it followed in the log and never read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  try {
    const entries = [wrong.entry];
    const unread = new Watch(madePlatform(entries, { fills: () => Promise.reject(new Error('500')) }));
    await unread.round();
    writeKept(folder, unread.take());
    const fills = async () => ({ lists: [wrong], nextRoot: null });
    const again = async (): Promise<readonly string[]> => {
      const watch = new Watch(madePlatform(entries, { fills }), readKept(folder));
      const found = await watch.round();
      writeKept(folder, watch.take());
      return found.filter(({ kind }) => kind === 'fills_differ').map(({ detail }) => detail);
    };
    expect(await again()).toEqual([UNREADABLE]);
    expect(await again()).toEqual([]);
    // A stored place of an earlier release does not state which files were checked.
    const file = join(folder, 'place.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/,"fillsChecked":1/, ''));
    expect(await again()).toEqual([UNREADABLE]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
