/** The console's messages: present and translated in both languages, with the same arguments, and all in use. */
import { readFileSync, readdirSync } from 'node:fs';
import { closeReasons } from '@candor/protocol/positions/close-reasons.ts';
import { capKinds, paces } from '@candor/protocol/oversight/console.ts';
import { operatorRoles } from '@candor/protocol/console/console-call.ts';
import { articleTopics } from '@candor/protocol/content/schemas.ts';
import { depositReasons, moneyStatus } from '@candor/protocol/deposits/schemas.ts';
import { caseKinds } from '@candor/protocol/desk/console.ts';
import { customerActivities, linkKinds } from '@candor/protocol/desk/customer-kinds.ts';
import { timelineKinds, timelineProducts } from '@candor/protocol/desk/timeline-kinds.ts';
import { figureProducts } from '@candor/protocol/figures/series.ts';
import { fundReasons, fundStatus } from '@candor/protocol/fund/schemas.ts';
import { leverReasons } from '@candor/protocol/leverage/schemas.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { loanStates } from '@candor/protocol/loans/console.ts';
import { loanReasons } from '@candor/protocol/loans/schemas.ts';
import { networkNames } from '@candor/protocol/networks.ts';
import { movableAccounts, proposalKinds } from '@candor/protocol/proposals/console.ts';
import { pauseReasons } from '@candor/protocol/recurring/schemas.ts';
import { factorResetReasons } from '@candor/protocol/security/console.ts';
import { securityEventKinds } from '@candor/protocol/security/schemas.ts';
import { creditSetReasons } from '@candor/protocol/standing/console.ts';
import { standingReasons } from '@candor/protocol/standing/schemas.ts';
import { verificationReasons } from '@candor/protocol/verification/schemas.ts';
import { holdReasons, withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { messageFiles, wholeMessages } from '../../build/whole-messages.ts';
import type { MessageTree } from '../../build/whole-messages.ts';
import { languageOf } from './language.ts';
import type { ConsoleLanguage } from './languages.ts';

const SRC = new URL('..', import.meta.url);

function flat(tree: MessageTree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

const read = (language: ConsoleLanguage): ReadonlyMap<string, string> =>
  new Map(flat(wholeMessages(language)));
const english = read('en');
const chinese = read('zh');

/** The arguments and tags of a message: the first element of each compiled node, including nodes nested in choices. */
function argumentsOf(text: string): string[] {
  const found = new Set<string>();
  const walk = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes as readonly unknown[]) {
      if (!Array.isArray(node) || typeof node[0] !== 'string') continue;
      found.add(node[0]);
      walk(node.slice(1));
      const choices: unknown = node[2];
      if (typeof choices === 'object' && choices !== null) Object.values(choices).forEach(walk);
    }
  };
  walk(compile(text));
  return [...found];
}

test('has the same keys and the same files in both languages', () => {
  expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  const names = (language: ConsoleLanguage) =>
    messageFiles(language).map((file) => file.slice(0, -'en.json'.length));
  expect(names('zh')).toEqual(names('en'));
});

test('has the same arguments in both languages', () => {
  const written = (texts: ReadonlyMap<string, string>) =>
    Object.fromEntries([...texts].map(([key, text]) => [key, argumentsOf(text).toSorted().join(' ')]));
  expect(written(chinese)).toEqual(written(english));
});

/** Removes arguments and tags, so that only the words remain. */
const withoutMarks = (text: string): string => text.replaceAll(/\{[^}]*\}|<[^>]*>/g, '');

test('translates every text into Chinese, and addresses the operator as 您', () => {
  // Texts of only names, figures or symbols are equal in both languages.
  const names = new Set(['Candor', 'Bitcoin', 'Ethereum', 'Arbitrum', 'TRON']);
  const copied = [...english].filter(([key, text]) => {
    const ours = withoutMarks(chinese.get(key) ?? '');
    return /\p{L}/u.test(ours) && !/\p{Script=Han}/u.test(ours) && !names.has(text);
  });
  expect(copied).toEqual([]);
  expect([...chinese.values()].filter((text) => text.includes('你'))).toEqual([]);
});

test('uses no exclamation mark, “please”, “the house” or “sign in” in any text', () => {
  expect(
    [...english.values()].filter((text) => /!|\bplease\b|\bthe house\b|\bsign(ed)? (in|out)\b/i.test(text)),
  ).toEqual([]);
});

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(new URL(file, SRC), 'utf8'));

test('uses every text in the sources', () => {
  const code = sources.join('\n');
  // A key with a placeholder, such as `operators.lost.${what}`, matches every key of that form.
  const holed = [...code.matchAll(/`([a-z][\w.]*\.[\w.]*\$\{[^`]*)`/g)].map(
    ([, key = '']) =>
      new RegExp(`^${key.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, String.raw`\w+`)}$`),
  );
  const unsaid = [...english.keys()].filter(
    (key) =>
      !/^(codes|library)\./.test(key) && !code.includes(`'${key}'`) && !holed.some((one) => one.test(key)),
  );
  expect(unsaid).toEqual([]);
});

const answers = questionCodes.flatMap((code) => questionnaire[code].map((answer) => `${code}.${answer}`));

test.each([
  ['case', caseKinds],
  ['role', operatorRoles],
  ['deposit', moneyStatus.options],
  ['withdrawal', moneyStatus.options],
  ['fund', fundStatus.options],
  ['loan', loanStates],
  ['network', networkNames],
  ['proposal_kind', proposalKinds],
  ['account', movableAccounts],
  ['topic', articleTopics],
  ['pace', paces],
  ['happening', [...timelineKinds, 'hold']],
  ['activity', customerActivities],
  ['link', linkKinds],
  ['product', timelineProducts],
  ['figure_product', figureProducts],
  ['closing', closeReasons],
  ['question', questionCodes],
  ['answer', answers],
  ['event', securityEventKinds],
  ['reason', [...depositReasons, ...withdrawalReasons, ...holdReasons, ...loanReasons, ...fundReasons]],
  ['reason', [...leverReasons, ...verificationReasons, ...standingReasons, ...creditSetReasons]],
  ['reason', [...pauseReasons, ...factorResetReasons]],
] as const)('has a text for every code of a %s', (group, codes) => {
  expect(codes.filter((code) => !english.has(`codes.${group}.${code}`))).toEqual([]);
});

test('has a text for every kind of cap', () => {
  expect(capKinds.filter((kind) => !english.has(`oversight.capKind.${kind}`))).toEqual([]);
});

test.each([
  ['zh', ['en-US'], 'zh'],
  ['en', ['zh-CN'], 'en'],
  [undefined, ['zh-Hans-CN', 'en'], 'zh'],
  [undefined, ['fr-FR', 'zh-CN'], 'zh'],
  [undefined, ['en-GB', 'zh-CN'], 'en'],
  [undefined, ['fr'], 'en'],
  ['jp', [], 'en'],
] as const)(
  'with %j stored and %j requested by the browser, selects the language %s',
  (stored, wanted, language) => {
    expect(languageOf(stored, wanted)).toBe(language);
  },
);
