/** The app's own texts, so that a journey finds a button in whatever language it walks through. */
import { readFileSync } from 'node:fs';
import type { MessageTree } from '../web/build/pseudo.ts';
import { pseudoTree } from '../web/build/pseudo.ts';

export type WalkLanguage = 'en' | 'vn' | 'zh' | 'pseudo';
/** The text of a key such as `spot.buyBase`, its arguments filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

function messagesOf(language: WalkLanguage): MessageTree {
  const file = language === 'pseudo' ? 'en' : language;
  const path = new URL(`../web/src/i18n/messages/${file}.json`, import.meta.url);
  const tree = JSON.parse(readFileSync(path, 'utf8')) as MessageTree;
  return language === 'pseudo' ? pseudoTree(tree) : tree;
}

export function wordsOf(language: WalkLanguage): Say {
  const tree = messagesOf(language);
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        tree,
      );
    if (typeof found !== 'string') throw new Error(`there is no text ${key} in ${language}`);
    return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
}
