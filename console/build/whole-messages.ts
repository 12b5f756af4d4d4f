/**
 * All that the console says in a language: what several features say, from `src/i18n/messages`, and what one says of itself, from its folder
 * `messages`, put together as one tree. A name that two files give is a mistake.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsoleLanguage } from '../src/i18n/languages.ts';

export type MessageTree = { readonly [name: string]: string | MessageTree };

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The files that a language is made of: the shared one first, then a feature after the other. */
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
      if (Object.hasOwn(whole, name)) throw new Error(`two files of messages say ${name}`);
      whole[name] = tree;
    }
  }
  return whole;
}
