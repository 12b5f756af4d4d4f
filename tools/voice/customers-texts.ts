/** Everything that customers read in a language: screens, refusals, mails, help pages and news. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Language } from '@candor/protocol/languages.ts';
import { mailWords } from '../../server/src/identity/mail/mail-texts.ts';
import { wholeMessages } from '../../web/build/whole-messages.ts';
import { ROOT } from '../install.mjs';

/** Where a text is, as a path of keys or as file and line, and the text. */
export type Place = readonly [where: string, text: string];

type Tree = { readonly [key: string]: Tree } | string;

function textsOf(tree: unknown, where: string): Place[] {
  if (typeof tree === 'string') return [[where, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => textsOf(value, `${where}.${key}`));
}

/** Each line of the help pages and articles. */
function articlesOf(language: Language): Place[] {
  return ['pages', 'news'].flatMap((folder) =>
    readdirSync(`${ROOT}/content/${language}/${folder}`).flatMap((file) =>
      readFileSync(`${ROOT}/content/${language}/${folder}/${file}`, 'utf8')
        .split('\n')
        .map((line, at): Place => [`content.${folder}/${file}:${at + 1}`, line]),
    ),
  );
}

export async function customersTexts(language: Language): Promise<readonly Place[]> {
  const { texts } = (await import(`../../protocol/src/texts/${language}.ts`)) as { texts: Tree };
  return [
    ...textsOf(wholeMessages(language), 'screen'),
    ...textsOf(texts, 'refusal'),
    ...textsOf(mailWords[language], 'mail'),
    ...articlesOf(language),
  ];
}
