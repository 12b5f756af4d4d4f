/**
 * What the app says, by the keys of its texts: a journey asks for `say('spot.confirmBuy')`, so that a text that is worded better breaks
 * no journey, and one that is gone does not compile.
 */
import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import type en from '../web/src/i18n/messages/en.json';

type Messages = typeof en;
/** "spot.confirmBuy": the names on the way to a text. */
export type TextKey = KeysOf<Messages>;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

const file = new URL('../web/src/i18n/messages/en.json', import.meta.url);
const messages = JSON.parse(readFileSync(file, 'utf8')) as Messages;
const translate = createTranslator({ locale: 'en-US', messages }) as (
  key: string,
  params?: Readonly<Record<string, string | number>>,
) => string;

/** An English text of the app, whole. */
export function say(key: TextKey, params: Readonly<Record<string, string | number>> = {}): string {
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
export function saying(key: TextKey, given: Readonly<Record<string, string>> = {}): RegExp {
  const parts = rawText(key).split(/\{(\w+)(?:[^{}]|\{[^{}]*\})*\}/);
  const anything = (name: string) => (given[name] === undefined ? '.*' : quoted(given[name]));
  return new RegExp(`^${parts.map((part, at) => (at % 2 === 1 ? anything(part) : quoted(part))).join('')}$`);
}
