/**
 * All that the app says in a language: what several rooms say, from `src/i18n/messages`, and what a feature says of itself, from the folder
 * `messages` of the feature, put together as one tree. A text has one place: a name that two files give is a mistake.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@candor/protocol/languages.ts';
import type { MessageTree } from './pseudo.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The files that a language is made of: the shared one first, then a feature after the other. */
export function messageFiles(language: Language): readonly string[] {
  const own = readdirSync(`${SRC}features`)
    .toSorted()
    .map((feature) => `${SRC}features/${feature}/messages/${language}.json`);
  return [`${SRC}i18n/messages/${language}.json`, ...own.filter((file) => existsSync(file))];
}

/** Two trees as one; `way` is where in the whole they meet. */
export function mergedTrees(first: MessageTree, second: MessageTree, way = ''): MessageTree {
  const merged: Record<string, string | MessageTree> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    if (known === undefined) merged[key] = value;
    else if (typeof known === 'string' || typeof value === 'string')
      throw new Error(`two files of messages say ${way}${key}`);
    else merged[key] = mergedTrees(known, value, `${way}${key}.`);
  }
  return merged;
}

export function wholeMessages(language: Language): MessageTree {
  return messageFiles(language)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as MessageTree)
    .reduce((whole, tree) => mergedTrees(whole, tree), {});
}
