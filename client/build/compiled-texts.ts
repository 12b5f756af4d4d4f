/**
 * Writes the texts of one language in place of each module of the protocol that puts them together: the rows of every feature carry nine
 * languages, and a browser is to load one. Whoever asks which kinds of notices there are gets these alone, without their texts.
 */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { noticeKinds, noticesIn, topicOf } from '@candor/protocol/notices/kinds.ts';
import { textsIn } from '@candor/protocol/texts.ts';
import type { Plugin } from 'vite';

const OF_A_LANGUAGE = /\/protocol\/src\/(texts|notices)\/(\w+)\.ts$/;
const KINDS = /\/protocol\/src\/notices\/kinds\.ts$/;

const FEATURES = /\/protocol\/src\/features\.ts$/;
/** A table of features, as it is put together by spreading the parts. */
const TABLE = /^export const (\w+) = ([{[][^]*?\n[}\]]) satisfies /gm;

const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    /** Spreading might call getters for all that the bundler knows, so it would keep the tables that nothing in the browser asks for. */
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
