/** Parses the options of an external feed: one program, or several named sources and the rule that combines them. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { SOURCE_NAME } from '@candor/domain/market/sources.ts';
import type { SourceRule } from '@candor/domain/market/sources.ts';
import { Mistake } from './environment.ts';
import type { OptionName } from './options.ts';

type NamedSource = { readonly name: string; readonly url?: string; readonly token?: string };

export type ExternalConfig =
  | { readonly url?: string; readonly token?: string }
  | { readonly sources: readonly NamedSource[]; readonly rule: SourceRule };

type Read = (name: OptionName) => readonly string[];

/** The options of an external feed. */
export const EXTERNAL_OPTIONS: readonly OptionName[] = [
  ...(['external-url', 'external-token', 'source', 'source-token'] as const),
  ...(['sources-min', 'sources-age-max', 'sources-deviation-max'] as const),
];

/** The token must be long, because whoever guesses it can set prices. */
const TOKEN_CHARS_MIN = 16;
const SOURCES_MAX = 16;
/** If the limit were lower, a source whose clock is a second ahead could make all others look stale. */
const AGE_MIN_MS = 2_000;
const AGE_MAX_MS = 60_000;

/**
 * Parses the feed. Quotes are fetched from a URL, pushed by a client with the token, or both. They come from one program or from
 * named sources.
 */
export function externalOf(given: Read, usual: (name: OptionName) => string): ExternalConfig {
  const url = given('external-url').at(-1);
  const token = given('external-token').at(-1);
  if (given('source').length > 0 || given('source-token').length > 0) {
    if (url !== undefined || token !== undefined)
      throw new Mistake('--external-url and --external-token are for a feed without --source.');
    return sourcesOf(given, usual);
  }
  const stray = EXTERNAL_OPTIONS.find((name) => name.startsWith('sources-') && given(name).length > 0);
  if (stray !== undefined) throw new Mistake(`--${stray} is for a feed with --source or --source-token.`);
  if (url === undefined && token === undefined) {
    throw new Mistake(
      '--feed external needs --external-url, to read prices, or --external-token, to accept pushed ones.',
    );
  }
  return {
    ...(url !== undefined && { url: urlOf('external-url', url) }),
    ...(token !== undefined && { token: tokenOf('external-token', token) }),
  };
}

function sourcesOf(given: Read, usual: (name: OptionName) => string): ExternalConfig {
  const read = namedOf('source', given('source'), urlOf);
  const pushing = namedOf('source-token', given('source-token'), tokenOf);
  const both = [...read.keys()].find((name) => pushing.has(name));
  if (both !== undefined)
    throw new Mistake(`The source ${both} is read with --source, so it cannot push too.`);
  if (new Set(pushing.values()).size < pushing.size)
    throw new Mistake('--source-token must differ from source to source.');
  const names = [...read.keys(), ...pushing.keys()].toSorted();
  if (names.length > SOURCES_MAX) throw new Mistake(`There may be at most ${SOURCES_MAX} sources.`);
  const most = Math.floor(names.length / 2) + 1;
  const min = given('sources-min').length === 0 ? most : Number(usual('sources-min'));
  if (!Number.isInteger(min) || min < 1 || min > names.length)
    throw new Mistake(`--sources-min must be from 1 to the number of sources, ${names.length}.`);
  const sources = names.map((name): NamedSource => {
    const [url, token] = [read.get(name), pushing.get(name)];
    return { name, ...(url !== undefined && { url }), ...(token !== undefined && { token }) };
  });
  const ageMaxMs = ageOf(usual('sources-age-max'));
  const deviationMax = deviationOf(usual('sources-deviation-max'));
  return { sources, rule: { names, min, ageMaxMs, deviationMax } };
}

function namedOf(
  option: OptionName,
  texts: readonly string[],
  valueOf: (option: OptionName, text: string) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of texts) {
    const cut = text.indexOf('=');
    const name = text.slice(0, cut);
    if (cut < 1 || !SOURCE_NAME.test(name))
      throw new Mistake(`--${option} must be name=…, with a name of lowercase letters, digits and hyphens.`);
    if (found.has(name)) throw new Mistake(`--${option} names ${name} twice.`);
    found.set(name, valueOf(option, text.slice(cut + 1)));
  }
  return found;
}

function urlOf(option: OptionName, url: string): string {
  if (/^(wss?|https?):\/\//.test(url) && URL.canParse(url)) return url;
  throw new Mistake(`--${option} must begin with ws://, wss://, http:// or https://, not "${url}".`);
}

function tokenOf(option: OptionName, token: string): string {
  if (token.length >= TOKEN_CHARS_MIN) return token;
  throw new Mistake(`--${option} must have at least ${TOKEN_CHARS_MIN} characters.`);
}

function ageOf(text: string): number {
  const ageMs = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (ageMs >= AGE_MIN_MS && ageMs <= AGE_MAX_MS) return ageMs;
  throw new Mistake(`--sources-age-max must be from ${AGE_MIN_MS} to ${AGE_MAX_MS} milliseconds.`);
}

function deviationOf(text: string): Amount {
  const deviation = parseAmount(text);
  if (deviation !== undefined && deviation > 0n && deviation < ONE) return deviation;
  throw new Mistake(`--sources-deviation-max must be a fraction such as 0.005, not "${text}".`);
}
