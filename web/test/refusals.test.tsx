/**
 * Failed calls of every screen. If a call is refused or not answered, the screen shows the reason in the server's own text with
 * a retry, or works without the data. Nothing throws, and nothing waits forever.
 */
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { afterAll, expect, test } from 'vitest';
import en from '../src/i18n/messages/en.json';
import { refusalText } from '../src/lib/message-texts.ts';
import { addresses } from './addresses.ts';
import type { Instead } from './made-server.ts';
import { PARAMS, serve } from './made-server.ts';
import { closeApp, openAt, settled, texts } from './screen.tsx';
import { doesWithout, exceptionOf, exceptions, ofFrame, waitsFor } from './does-without.ts';

afterAll(closeApp);

/** The number of refusals tested for each call. A few are sufficient, because all are shown in one place. */
const OWN_MAX = 2;

async function readsOf(address: string): Promise<readonly CallName[]> {
  const server = serve({ variant: 'usual' });
  await openAt(address);
  await settled();
  return [...new Set(server.asked.map(({ name }) => name))].filter((name) => !ofFrame.has(name));
}

function wordsOf(code: RefusalCode): Promise<string> {
  return refusalText({ type: 'error', code: 0, error: code, message: '', params: PARAMS }, 'en');
}

/** The failed calls that screens did not report or for which they kept waiting. */
const silent = new Set<string>();

type Reading = readonly [address: string, name: CallName];

/** Returns the problems that the screen shows when one of its calls has this outcome. */
async function wrongWith([address, name]: Reading, instead: Instead, words: string): Promise<string[]> {
  serve({ variant: 'usual', instead: { [name]: instead } });
  const { thrown } = await openAt(address);
  const came = await settled();
  const isShown = texts().includes(words);
  if (!isShown || !came) silent.add(exceptionOf(address, name));
  const said = isShown || doesWithout(address, name);
  const what = `${name}, ${typeof instead === 'string' ? instead : instead.refusal}`;
  return [
    ...(came || waitsFor(address, name) ? [] : [`${what}: the screen waits for ever`]),
    ...thrown.map((message) => `${what}: ${message}`),
    ...(said ? [] : [`${what}: nothing says “${words}”`]),
  ];
}

test.each(addresses)(
  'shows each refusal on %s or works without the answer',
  { timeout: 120_000 },
  async (address) => {
    const wrong: string[] = [];
    for (const name of await readsOf(address)) {
      const own: readonly RefusalCode[] = calls[name].refusals;
      for (const refusal of [...own.slice(0, OWN_MAX), 'busy'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one document
        wrong.push(...(await wrongWith([address, name], { refusal }, await wordsOf(refusal))));
      }
      // oxlint-disable-next-line no-await-in-loop -- one document
      wrong.push(...(await wrongWith([address, name], 'no answer', en.ui.networkFailed)));
    }
    expect(wrong).toEqual([]);
  },
);

test.runIf(import.meta.env['VITE_SCREENS'] === undefined)(
  'lists no exception for a screen that shows everything',
  () => {
    expect(exceptions().filter((one) => !silent.has(one))).toEqual([]);
  },
);
