/**
 * Merges all texts of the app in one language into one tree: the shared texts from `src/i18n/messages` and each feature's texts
 * from its `messages` folder. A text that is defined in two files is an error.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@candor/protocol/languages.ts';
import type { MessageTree } from './pseudo.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Returns the files of a language: the shared file first, then one file for each feature. */
export function messageFiles(language: Language): readonly string[] {
  const own = readdirSync(`${SRC}features`)
    .toSorted()
    .map((feature) => `${SRC}features/${feature}/messages/${language}.json`);
  return [`${SRC}i18n/messages/${language}.json`, ...own.filter((file) => existsSync(file))];
}

/** Merges two trees. `way` is the path from the root to the trees. */
export function mergedTrees(first: MessageTree, second: MessageTree, way = ''): MessageTree {
  const merged: Record<string, string | MessageTree> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    if (known === undefined) merged[key] = value;
    else if (typeof known === 'string' || typeof value === 'string')
      throw new Error(`expected one file to define the text ${way}${key}, found two`);
    else merged[key] = mergedTrees(known, value, `${way}${key}.`);
  }
  return merged;
}

export function wholeMessages(language: Language): MessageTree {
  return messageFiles(language)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as MessageTree)
    .reduce((whole, tree) => mergedTrees(whole, tree), {});
}
