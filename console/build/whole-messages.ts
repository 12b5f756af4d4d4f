/**
 * Merges the console's messages in a language into one tree: the shared ones in `src/i18n/messages` and those in the
 * `messages` folder of each feature. A key that occurs in two files is an error.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsoleLanguage } from '../src/i18n/languages.ts';

export type MessageTree = { readonly [name: string]: string | MessageTree };

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The message files of a language: first the shared one, then one per feature. */
export function messageFiles(language: ConsoleLanguage): readonly string[] {
  const own = readdirSync(`${SRC}features`)
    .toSorted()
    .map((feature) => `${SRC}features/${feature}/messages/${language}.json`);
  return [`${SRC}i18n/messages/${language}.json`, ...own.filter((file) => existsSync(file))];
}

export function wholeMessages(language: ConsoleLanguage): MessageTree {
  const whole: Record<string, string | MessageTree> = {};
  for (const file of messageFiles(language)) {
    for (const [name, tree] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as MessageTree)) {
      if (Object.hasOwn(whole, name))
        throw new Error(`expected one message file to define the key ${name}, found two`);
      whole[name] = tree;
    }
  }
  return whole;
}
