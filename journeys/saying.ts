/**
 * What the app and the operators' console say, by the keys of their texts: a journey asks for `say('spot.confirmBuy')`, or at the desk for
 * `deskSay('ui.approve')`, so that a text that is worded better breaks no journey; one that is gone is named by the tests of tidiness.
 */
import { createTranslator } from 'use-intl/core';
import { wholeMessages as wholeDeskMessages } from '../console/build/whole-messages.ts';
import { wholeMessages } from '../web/build/whole-messages.ts';

type Texts = { readonly [name: string]: string | Texts };
type Params = Readonly<Record<string, string | number>>;

function speaker(messages: Texts, called: string): (key: string, params?: Params) => string {
  const translate = createTranslator({ locale: 'en-US', messages }) as unknown as (
    key: string,
    params: Params,
  ) => string;
  return (key, params = {}) => {
    const text = translate(key, params);
    if (text === key) throw new Error(`${called} says nothing by the name of ${key}`);
    return text;
  };
}

const [messages, deskMessages] = [wholeMessages('en'), wholeDeskMessages('en')];

/** An English text of the app, whole. */
export const say = speaker(messages, 'the app');
/** An English text of the operators' console, whole. */
export const deskSay = speaker(deskMessages, 'the console');

function rawText(texts: Texts, key: string): string {
  let at: string | Texts | undefined = texts;
  for (const name of key.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  if (typeof at !== 'string') throw new Error(`nothing is said by the name of ${key}`);
  return at;
}

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function patternOf(text: string, given: Readonly<Record<string, string>>): string {
  const parts = text.split(/\{(\w+)(?:[^{}]|\{[^{}]*\})*\}/);
  const anything = (name: string) => (given[name] === undefined ? '.*' : quoted(given[name]));
  return parts.map((part, at) => (at % 2 === 1 ? anything(part) : quoted(part))).join('');
}

/** The same with whatever stands in its braces; `given` says what stands in some of them. */
export function saying(key: string, given: Readonly<Record<string, string>> = {}): RegExp {
  return new RegExp(`^${patternOf(rawText(messages, key), given)}$`);
}

/** The same of the console, wherever it stands in what is shown and without what is marked in it. */
export function deskSaying(key: string, given: Readonly<Record<string, string>> = {}): RegExp {
  return new RegExp(patternOf(rawText(deskMessages, key).replaceAll(/<\/?\w+>/g, ''), given));
}
