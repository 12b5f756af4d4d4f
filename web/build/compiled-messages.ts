/**
 * Compiles the ICU messages of `src/i18n/messages/*.json` and of the features at build time. The bundle contains a small tree
 * for each message instead of its text, and a formatter for such trees instead of a parser. Each language has three files: the
 * texts of the first paint, those of the most used screens (`?trading`), and all others (`?later`).
 */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import type { MessageTree } from './pseudo.ts';
import { pseudoTree } from './pseudo.ts';
import { messageFiles, wholeMessages } from './whole-messages.ts';

const MESSAGES_FILE = /\/i18n\/messages\/([a-z]{2})\.json$/;

/** The groups of texts that the frame and Home use. A test compares this list with their imports. */
export const FIRST_TEXTS: ReadonlySet<string> = new Set(['titles', 'ui', 'market', 'home']);

/**
 * The groups of texts that Market, Chart, the Trade tab, Account and everything opened from them need in addition. A test
 * compares this list with their imports, too.
 */
export const TRADING_TEXTS: ReadonlySet<string> = new Set([
  ...[
    'account',
    'alerts',
    'chart',
    'chat',
    'coinCosts',
    'forex',
    'install',
    'opening',
    'option',
    'orders',
    'policy',
    'positions',
  ],
  ...['proof', 'resolving', 'spot', 'tickets', 'watchlists'],
]);

function compileTree(tree: MessageTree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileTree(value),
    ]),
  );
}

export type Part = 'first' | 'trading' | 'later';

function partOf(name: string): Part {
  if (FIRST_TEXTS.has(name)) return 'first';
  return TRADING_TEXTS.has(name) ? 'trading' : 'later';
}

/** Returns one part of a language's compiled messages as JSON, in the pseudo language if `pseudo` is set. */
export function compiledPart(language: Language, part: Part, pseudo: boolean): string {
  const wanted = Object.entries(wholeMessages(language)).filter(([name]) => partOf(name) === part);
  const tree = Object.fromEntries(wanted);
  return JSON.stringify(compileTree(pseudo ? pseudoTree(tree) : tree));
}

/**
 * If `pseudo` is set, every language is replaced with the pseudo language. Such a build is only for inspection and must not be
 * shipped.
 */
export function compiledMessages({ pseudo }: { readonly pseudo: boolean }): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      const [file = id, query] = id.split('?');
      const named = MESSAGES_FILE.exec(file)?.[1];
      const language = languages.find((one) => one === named);
      if (language === undefined) return undefined;
      for (const source of messageFiles(language)) this.addWatchFile(source);
      if (query !== 'trading' && query !== 'later') return compiledPart(language, 'first', pseudo);
      // A query in the name keeps the bundler from treating the module as JSON.
      return { code: `export default ${compiledPart(language, query, pseudo)};`, moduleType: 'js' };
    },
  };
}
