/**
 * Looks up the texts of the app and the operators' console by key, so that a text can be reworded without breaking a test:
 * `say('spot.confirmBuy')` or, for the console, `deskSay('ui.approve')`. The tidy test reports a missing key. The server's
 * answers have the key `refusal.` with their code, its messages to customers `notice.` with their kind.
 */
import type { Language } from '@candor/protocol/languages.ts';
import { noticesIn } from '@candor/protocol/notices/kinds.ts';
import { textsIn } from '@candor/protocol/texts.ts';
import { createTranslator } from 'use-intl/core';
import { wholeMessages as wholeDeskMessages } from '../console/build/whole-messages.ts';
import { wholeMessages } from '../web/build/whole-messages.ts';

type Params = Readonly<Record<string, string | number>>;
type Pattern = (key: string, given?: Readonly<Record<string, string>>) => RegExp;
type Voice = {
  /** Matches a complete text. */
  readonly say: (key: string, params?: Params) => string;
  /** Matches a complete text with any values for its arguments, or with those of `given`. */
  readonly saying: Pattern;
  /** Matches the same within a longer text, without its markup. */
  readonly containing: Pattern;
};

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function voiceOf(messages: object, locale: string, called: string): Voice {
  const translate = createTranslator({ locale, messages: messages as never }) as unknown as (
    key: string,
    params?: Params,
  ) => string;

  function rawText(key: string): string {
    let at: unknown = messages;
    for (const name of key.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (typeof at !== 'string') throw new Error(`expected a text of ${called} named ${key}, found none`);
    return at;
  }

  function patternOf(text: string, given: Readonly<Record<string, string>> = {}): string {
    const parts = text.split(/\{(\w+)(?:[^{}]|\{[^{}]*\})*\}/);
    const anything = (name: string) => (given[name] === undefined ? '.*' : quoted(given[name]));
    return parts.map((part, at) => (at % 2 === 1 ? anything(part) : quoted(part))).join('');
  }

  return {
    say: (key, params = {}) => {
      rawText(key);
      const text = translate(key, params);
      // The library returns the key if an argument is missing.
      if (text === key) throw new Error(`expected all arguments of ${key}, found one missing`);
      return text;
    },
    saying: (key, given) => new RegExp(`^${patternOf(rawText(key), given)}$`),
    containing: (key, given) => new RegExp(patternOf(rawText(key).replaceAll(/<\/?\w+>/g, ''), given)),
  };
}

export function voiceIn(language: Language, locale: string): Voice {
  const messages = { ...wholeMessages(language), refusal: textsIn(language), notice: noticesIn(language) };
  return voiceOf(messages, locale, 'the app');
}

export const { say, saying, containing } = voiceIn('en', 'en-US');

export const { say: deskSay, containing: deskSaying } = voiceOf(
  wholeDeskMessages('en'),
  'en-US',
  'the console',
);
