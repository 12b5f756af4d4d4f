/** Everything that customers read in a language: screens, refusals, mails, explanations of closings, help pages and news. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Language } from '@candor/protocol/languages.ts';
import { explainedReasons } from '@candor/protocol/positions/close-reasons.ts';
import { explainEnding } from '@candor/protocol/positions/explanations.ts';
import type { EndingTold } from '@candor/protocol/positions/explanations.ts';
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

const TOLD: EndingTold = {
  ...{ reason: 'close_out', side: 'long', symbol: 'BTC/USDT', quantity: '1', entry: '1', opened: '1' },
  ...{ margin: '1', level: '1', distance: '1', price: '1', seq: '1', closed: '1', result: '1', fee: '1' },
  ...{ financing: '1', paid: '1' },
};

export async function customersTexts(language: Language): Promise<readonly Place[]> {
  const { texts } = (await import(`../../protocol/src/texts/${language}.ts`)) as { texts: Tree };
  return [
    ...textsOf(wholeMessages(language), 'screen'),
    ...textsOf(texts, 'refusal'),
    ...textsOf(mailWords[language], 'mail'),
    ...explainedReasons.map((reason): Place => [
      `explanation.${reason}`,
      explainEnding({ ...TOLD, reason }, language),
    ]),
    ...articlesOf(language),
  ];
}
