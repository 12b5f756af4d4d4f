/** The findings of a watch if the platform does not answer its next request, and the keys of the log that it follows. */
import { describe, expect, test } from 'vitest';
import { changeEntry, madeChange } from '../testing/made-changes.ts';
import { SYMBOL, madeCheckpoints, madeEntries, signer } from '../testing/made-tape.ts';
import { madePlatform } from './testing/made-platform.ts';
import { Watch } from './watch.ts';

const OTHER = 'ETH/USDT';
const HASH = 'a'.repeat(64);
const entries = madeEntries([{ time_ms: 1000 }, { time_ms: 2000 }]);
const headOf = (symbol: string, seq: number, hash: string): string =>
  `candor-checkpoint-v1|${symbol}|${seq}|${hash}|2`;
const broken = () => Promise.reject(new Error('500'));

async function kindsOf(watch: Watch): Promise<readonly string[]> {
  const found = await watch.round();
  return found.map(({ kind }) => kind).filter((kind) => !kind.startsWith('app_'));
}

describe('an alarm raised before a later request fails', () => {
  // The first tape has an entry that differs from the log's, and the second can't be read.
  const log = [headOf(SYMBOL, 2, HASH), headOf(OTHER, 2, HASH)];
  const tape = (symbol: string) => (symbol === SYMBOL ? Promise.resolve(entries) : broken());

  test('is reported if it is about another tape', async () => {
    expect(await kindsOf(new Watch(madePlatform(log, { tape })))).toContain('tape_differs');
  });

  test('is reported if it is about an old entry', async () => {
    let isForged = false;
    const forged = entries.map((entry) => ({ ...entry, last: '99' }));
    const others = madeEntries([{ time_ms: 1000 }, { time_ms: 2000 }], OTHER);
    const answers = {
      tape: (symbol: string) => {
        if (isForged && symbol === OTHER) return broken();
        return Promise.resolve(symbol === OTHER ? others : isForged ? forged : entries);
      },
    };
    const honest = [headOf(SYMBOL, 2, entries[1]?.hash ?? ''), headOf(OTHER, 2, others[1]?.hash ?? '')];
    const watch = new Watch({ ...madePlatform(honest, answers), pagesAgain: 2 });
    expect(await kindsOf(watch)).not.toContain('tape_differs');
    isForged = true;
    expect(await kindsOf(watch)).toContain('tape_differs');
  });

  test('is reported if it is about the signature of a head', async () => {
    const [head] = madeCheckpoints(entries, [2], { key: signer(9) });
    if (head === undefined) throw new Error('expected a head, found none');
    const heads = () => Promise.resolve([{ ...head, symbol: SYMBOL }]);
    const key = changeEntry(madeChange([signer(1), signer(1)], { number: 1 }));
    expect(await kindsOf(new Watch(madePlatform([key], { heads, keys: broken })))).toContain('key_replaced');
  });

  test('is reported if it is about the signature of the log', async () => {
    const of = { by: signer(9) };
    const watch = new Watch(madePlatform([`candor-app-v1|${HASH}`], { keys: broken }, of));
    expect(await kindsOf(watch)).toContain('log_unsigned');
  });
});

test('raises an alarm about entries that the root does not cover although the tiles can’t be read', async () => {
  const [one, two, forged] = ['a', 'b', 'c'].map((of) => `candor-app-v1|${of.repeat(64)}`);
  const before = new Watch(madePlatform([one ?? '']));
  await before.round();
  const honest = madePlatform([one ?? '', two ?? '']);
  const lying = madePlatform([one ?? '', forged ?? '']).platform;
  const file = (path: string) => (path.startsWith('/log/tile/entries') ? lying : honest.platform).file(path);
  const watch = new Watch({ ...honest, platform: { ...honest.platform, file } }, before.take());
  expect(await kindsOf(watch)).toContain('log_withheld');
});

test('raises an alarm about an app that can’t be read for a minute', async () => {
  let nowMs = 0;
  const watch = new Watch(madePlatform([`candor-app-v1|${HASH}`], {}, { nowMs: () => nowMs }));
  const details: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
    details.push(...(await watch.round()).map(({ detail }) => detail));
    nowMs += 20_000;
  }
  expect(details).toContainEqual(expect.stringContaining('cannot read the app'));
});

describe('a log with a key to which only shown statements lead', () => {
  const [first, second, thief] = [signer(), signer(2), signer(9)];
  const logged = madeChange([first, second], { number: 2, purpose: 'log' });
  const stolen = madeChange([first, thief], { number: 2, purpose: 'log' });
  const extended = madeChange([second, thief], { number: 3, purpose: 'log' });
  const entry = changeEntry(logged);

  /** The alarms of a watch whose log is now signed with another key, at a platform that shows these statements. */
  async function found(shown: readonly (typeof logged)[]): Promise<readonly string[]> {
    const before = new Watch(madePlatform([entry]));
    await before.round();
    const keys = () => Promise.resolve(shown);
    const after = madePlatform([entry, `candor-app-v1|${HASH}`], { keys }, { by: thief });
    return kindsOf(new Watch(after, before.take()));
  }

  test('is followed from the newest logged key', async () => {
    expect(await found([logged, extended])).not.toContain('log_unsigned');
  });

  test('is not followed from an older key', async () => {
    expect(await found([stolen])).toContain('log_unsigned');
    expect(await found([logged, stolen])).toContain('log_unsigned');
  });

  test('cannot undo a logged change by a second one', async () => {
    const before = new Watch(madePlatform([entry]));
    await before.round();
    const keys = () =>
      Promise.resolve([logged, stolen, madeChange([second, signer(3)], { number: 3, purpose: 'log' })]);
    const after = madePlatform([entry, `candor-app-v1|${HASH}`], { keys }, { by: signer(3) });
    expect(await kindsOf(new Watch(after, before.take()))).not.toContain('log_unsigned');
  });
});
