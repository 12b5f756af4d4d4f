/**
 * What the app says, by the keys of its texts: a journey asks for `say('spot.confirmBuy')`, so that a text that is worded better breaks
 * no journey; one that is gone is named by the tests of tidiness. What the server answers is there as `refusal.` and its code, what it
 * writes to customers as `notice.` and its kind.
 */
import type { Language } from '@candor/protocol/languages.ts';
import { noticesIn } from '@candor/protocol/notices/kinds.ts';
import { textsIn } from '@candor/protocol/texts.ts';
import { createTranslator } from 'use-intl/core';
import { wholeMessages } from '../web/build/whole-messages.ts';

type Params = Readonly<Record<string, string | number>>;
type Pattern = (key: string, given?: Readonly<Record<string, string>>) => RegExp;
type Voice = {
  /** A text of the app, whole. */
  readonly say: (key: string, params?: Params) => string;
  /** The same with whatever stands in its braces; `given` says what stands in some of them. */
  readonly saying: Pattern;
  /** The same somewhere in a longer text. */
  readonly containing: Pattern;
};

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** How the app speaks in a language. */
export function voiceIn(language: Language, locale: string): Voice {
  const messages = { ...wholeMessages(language), refusal: textsIn(language), notice: noticesIn(language) };
  const translate = createTranslator({ locale, messages }) as unknown as (
    key: string,
    params?: Params,
  ) => string;

  function rawText(key: string): string {
    let at: unknown = messages;
    for (const name of key.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (typeof at !== 'string') throw new Error(`the app says nothing by the name of ${key}`);
    return at;
  }

  function patternOf(key: string, given: Readonly<Record<string, string>> = {}): string {
    const parts = rawText(key).split(/\{(\w+)(?:[^{}]|\{[^{}]*\})*\}/);
    const anything = (name: string) => (given[name] === undefined ? '.*' : quoted(given[name]));
    return parts.map((part, at) => (at % 2 === 1 ? anything(part) : quoted(part))).join('');
  }

  return {
    say: (key, params = {}) => {
      rawText(key);
      const text = translate(key, params);
      // Where something is missing, the key comes back.
      if (text === key) throw new Error(`the app cannot say ${key} without more`);
      return text;
    },
    saying: (key, given) => new RegExp(`^${patternOf(key, given)}$`),
    containing: (key, given) => new RegExp(patternOf(key, given)),
  };
}

export const { say, saying, containing } = voiceIn('en', 'en-US');
