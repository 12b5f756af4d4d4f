/**
 * State that modules of the web app and the console keep while a page is open, each with the reason. All other changing state
 * belongs in a component, or is created by the app and passed in, so that a test starts with empty state and two tests can run
 * next to each other.
 */
import { isTest } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

type Allowed = { readonly because: string; readonly state: readonly string[] };

export const MODULE_STATE: readonly Allowed[] = [
  {
    because: 'mirrors something of which a browser page has one: its history, its worker, its keyboard',
    state: [
      'web/src/lib/hash-history.ts: listeners, overlays, waitingForBack, keyCount, entry, moved',
      'web/src/app/newest-version.ts: useNewer, taking',
      'console/src/lib/activity.ts: lastMs',
      'console/src/kit/keyboard.tsx: stack',
    ],
  },
  {
    because: 'is what this device stores, read once and shared by whoever shows it',
    state: [
      'web/src/lib/session.ts: useSession',
      'web/src/lib/visitor-key.ts: made',
      'console/src/i18n/language.ts: current, listeners',
      'console/src/lib/browser-key.ts: known',
    ],
  },
  {
    because: 'is the time of the platform, one for every part of a page',
    state: ['web/src/lib/house-clock.ts: aheadMs'],
  },
  {
    because: 'is slow to make or to fetch, always comes out the same, and is made once',
    state: [
      'web/src/lib/format.ts: writers, numberFormats, written',
      'web/src/i18n/provider.tsx: useSpoken, startsIn, firstSpoken',
      'web/src/live/chart/chart-in-turn.tsx: fetched',
    ],
  },
  {
    because: 'the service worker is a program without a page, and its modules are all of it',
    state: [
      'web/src/pwa/answers.ts: networkFirst',
      'web/src/pwa/late-files.ts: cacheFirst',
      'web/src/pwa/shared-pictures.ts: held',
    ],
  },
];

/** A variable, or a constant whose content can change: a collection, a store or a class instance. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(: (?:[^=\n]|=>)+)? = (?:new (?!Intl\.|\w*Failure)\w+|create(?!Context\b)\w*[<(]|\[\]|\{\}))/gm;

function stateOf(file: SourceFile): string[] {
  return [...file.code.matchAll(STATE)]
    .filter((found) => !/\bReadonly(?:Set|Map)?\b|readonly /.test(found[3] ?? ''))
    .map((found) => `${file.path}#${found[1] ?? found[2]}`);
}

/** State without a reason, and reasons without state. */
export function moduleState(
  files: readonly SourceFile[],
  allowed: readonly Allowed[] = MODULE_STATE,
): string[] {
  const named = allowed.flatMap(({ state }) =>
    state.flatMap((line) => {
      const [path, names = ''] = line.split(': ');
      return names.split(', ').map((name) => `${path}#${name}`);
    }),
  );
  const found = files
    .filter((file) => /^(?:client|console|web)\/src\//.test(file.path) && !isTest(file.path))
    .flatMap(stateOf);
  return [
    ...found
      .filter((name) => !named.includes(name))
      .map(
        (name) =>
          `${name} is state of a module: hand it in, or say why it has to be in tools/module-state.ts.`,
      ),
    ...named
      .filter((name) => !found.includes(name))
      .map((name) => `tools/module-state.ts gives a reason for ${name}, which is no state of a module.`),
  ];
}
