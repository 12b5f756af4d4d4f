/**
 * Compiles the ICU messages of `src/i18n/messages/*.json` while bundling. What ships is a small tree for each
 * message instead of its text, and the formatter that reads such trees instead of a parser.
 */
import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import type { MessageTree } from './pseudo.ts';
import { pseudoTree } from './pseudo.ts';

const MESSAGES_FILE = /\/i18n\/messages\/[a-z]{2}\.json$/;

function compileTree(tree: MessageTree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileTree(value),
    ]),
  );
}

/** With `pseudo`, every language is the pseudo language: a build for looking at, never for shipping. */
export function compiledMessages({ pseudo }: { readonly pseudo: boolean }): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!MESSAGES_FILE.test(file)) return undefined;
      this.addWatchFile(file);
      const tree = JSON.parse(readFileSync(file, 'utf8')) as MessageTree;
      return JSON.stringify(compileTree(pseudo ? pseudoTree(tree) : tree));
    },
  };
}
