/**
 * What the app says, by the keys of its texts: a journey asks for `say('spot.confirmBuy')`, so that a text that is worded better breaks
 * no journey; one that is gone is named by the tests of tidiness.
 */
import { createTranslator } from 'use-intl/core';
import { wholeMessages } from '../web/build/whole-messages.ts';

const messages = wholeMessages('en');
const translate = createTranslator({ locale: 'en-US', messages }) as unknown as (
  key: string,
  params?: Readonly<Record<string, string | number>>,
) => string;

/** An English text of the app, whole. */
export function say(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const text = translate(key, params);
  if (text === key) throw new Error(`the app says nothing by the name of ${key}`);
  return text;
}

function rawText(key: string): string {
  let at: unknown = messages;
  for (const name of key.split('.')) at = (at as Readonly<Record<string, unknown>>)[name];
  if (typeof at !== 'string') throw new Error(`the app says nothing by the name of ${key}`);
  return at;
}

const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The same with whatever stands in its braces; `given` says what stands in some of them. */
export function saying(key: string, given: Readonly<Record<string, string>> = {}): RegExp {
  const parts = rawText(key).split(/\{(\w+)(?:[^{}]|\{[^{}]*\})*\}/);
  const anything = (name: string) => (given[name] === undefined ? '.*' : quoted(given[name]));
  return new RegExp(`^${parts.map((part, at) => (at % 2 === 1 ? anything(part) : quoted(part))).join('')}$`);
}
