/**
 * Replaces each protocol module that assembles the texts of all features with a module that contains the texts of one language,
 * because a browser needs only one of the nine. A module that uses only the kinds of notices gets the kinds without texts.
 */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { noticeKinds, noticesIn, topicOf } from '@candor/protocol/notices/kinds.ts';
import { textsIn } from '@candor/protocol/texts.ts';
import type { Plugin } from 'vite';

const OF_A_LANGUAGE = /\/protocol\/src\/(texts|notices)\/(\w+)\.ts$/;
const KINDS = /\/protocol\/src\/notices\/kinds\.ts$/;

const FEATURES = /\/protocol\/src\/features\.ts$/;
/** Matches a table that spreads the parts of all features. */
const TABLE = /^export const (\w+) = ([{[][^]*?\n[}\]]) satisfies /gm;

const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    /** A spread might call getters, so without this mark the bundler would keep tables that the browser never uses. */
    transform(code, id) {
      if (!FEATURES.test(id)) return undefined;
      return {
        code: code.replaceAll(TABLE, 'export const $1 = /* @__PURE__ */ (() => ($2))() satisfies '),
        map: null,
      };
    },
    load(id) {
      if (KINDS.test(id)) {
        return `export const noticeKinds = ${JSON.stringify(noticeKinds)};
export const topicOf = ${JSON.stringify(topicOf)};`;
      }
      const [, folder, code] = OF_A_LANGUAGE.exec(id) ?? [];
      if (code === undefined || !isLanguage(code)) return undefined;
      return `export const texts = ${JSON.stringify(folder === 'texts' ? textsIn(code) : noticesIn(code))};`;
    },
  };
}
