/**
 * Compiles the ICU messages of `src/i18n/messages/*.json` and of the features at build time. As in the customers' app, the
 * bundle contains a syntax tree of each message instead of its text, and a formatter of such trees instead of a parser.
 */
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { consoleLanguages } from '../src/i18n/languages.ts';
import { messageFiles, wholeMessages } from './whole-messages.ts';
import type { MessageTree } from './whole-messages.ts';

const MESSAGES_FILE = /\/console\/src\/i18n\/messages\/([a-z]{2})\.json$/;

function compiled(tree: MessageTree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? compile(value) : compiled(value),
    ]),
  );
}

export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      const named = MESSAGES_FILE.exec(id)?.[1];
      const language = consoleLanguages.find((one) => one === named);
      if (language === undefined) return undefined;
      for (const file of messageFiles(language)) this.addWatchFile(file);
      return JSON.stringify(compiled(wholeMessages(language)));
    },
  };
}
