/**
 * Compiles the ICU messages while bundling, those of the features along with `src/i18n/messages/*.json`. What ships is a small tree for
 * each message instead of its text, and the formatter that reads such trees instead of a parser. Of each language it makes three files: what the first paint says, with `?trading` what the screens say that are opened most, and with `?later` everything
 * else.
 */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import type { MessageTree } from './pseudo.ts';
import { pseudoTree } from './pseudo.ts';
import { messageFiles, wholeMessages } from './whole-messages.ts';

const MESSAGES_FILE = /\/i18n\/messages\/([a-z]{2})\.json$/;

/** What the frame and Home say, by the first part of its name; a test reads their imports and says when this is not so. */
export const FIRST_TEXTS: ReadonlySet<string> = new Set(['titles', 'ui', 'market', 'home']);

/** What Market, Chart, the Trade tab and Account say besides, with all that opens from them; tested in the same way. */
export const TRADING_TEXTS: ReadonlySet<string> = new Set([
  ...['account', 'alerts', 'chart', 'chat', 'install', 'opening', 'option', 'orders', 'policy', 'positions'],
  ...['proof', 'resolving', 'spot', 'tickets'],
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

/** One part of the messages of a language, compiled, as JSON; with `pseudo` in the language that nobody speaks. */
export function compiledPart(language: Language, part: Part, pseudo: boolean): string {
  const wanted = Object.entries(wholeMessages(language)).filter(([name]) => partOf(name) === part);
  const tree = Object.fromEntries(wanted);
  return JSON.stringify(compileTree(pseudo ? pseudoTree(tree) : tree));
}

/** With `pseudo`, every language is the pseudo language: a build for looking at, never for shipping. */
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
      // With a query it is not taken for JSON.
      return { code: `export default ${compiledPart(language, query, pseudo)};`, moduleType: 'js' };
    },
  };
}
