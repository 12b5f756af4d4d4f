/**
 * Parses a request into named fields, strictly: a text has exactly one interpretation or is rejected, and nothing is repaired.
 * Duplicate fields, invalid UTF-8 and nesting deeper than any call needs are rejected, so that no two parsers can interpret a
 * request differently.
 */
import { isUtf8 } from 'node:buffer';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { LIMITS } from '../limits.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type FieldsOutcome = Outcome<Fields, 'request_illegal' | 'parameter_wrong'>;

export const noFields: FieldsOutcome = ok({});
const illegal: FieldsOutcome = refuse('request_illegal');

/** Parses JSON. Rejects any value that is not an object. */
export function readJson(bytes: Buffer): FieldsOutcome {
  if (bytes.length === 0) return noFields;
  if (!isUtf8(bytes)) return illegal;
  const text = bytes.toString();
  const colons = countColons(text);
  if (colons === undefined) return illegal;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return illegal;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return illegal;
  // If a name is duplicated, JSON.parse keeps only its last value, so the text has more colons than the result has names.
  if (countNames(value) !== colons) return illegal;
  return ok(value as Fields);
}

/**
 * Counts the names in a JSON text, including duplicates. Returns undefined if it is nested too deeply, or has so many parts that
 * parsing would be expensive.
 */
function countColons(text: string): number | undefined {
  const { bodyDepthMax, bodyPartsMax } = LIMITS.http;
  let colons = 0;
  let opened = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== QUOTE)
        at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    } else if (sign === COLON) {
      colons += 1;
    } else if (sign === BRACE || sign === BRACKET) {
      depth += 1;
      opened += 1;
      if (depth > bodyDepthMax) return undefined;
    } else if (sign === BRACE_END || sign === BRACKET_END) {
      depth -= 1;
    }
    if (colons + opened > bodyPartsMax) return undefined;
  }
  return colons;
}

const [QUOTE, BACKSLASH, COLON, BRACE, BRACE_END, BRACKET, BRACKET_END] = [34, 92, 58, 123, 125, 91, 93];

function countNames(value: object): number {
  let names = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) names += countNames(inner as object);
  }
  return names;
}

/** Parses fields in the form name=value&name=value, in percent-encoded UTF-8. */
export function readForm(text: string): FieldsOutcome {
  if (text === '') return noFields;
  // Non-ASCII characters must be percent-encoded, because a raw byte could be read as more than one character.
  if (/[^\x00-\x7f]/.test(text)) return illegal;
  const fields: Record<string, string> = Object.create(null);
  const pairs = text.split('&', LIMITS.http.bodyPartsMax + 1);
  if (pairs.length > LIMITS.http.bodyPartsMax) return illegal;
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut === -1 ? pair : pair.slice(0, cut));
    const value = decode(cut === -1 ? '' : pair.slice(cut + 1));
    if (name === undefined || value === undefined) return illegal;
    if (name in fields) return refuse('parameter_wrong', { field: name.slice(0, 40) });
    fields[name] = value;
  }
  return ok(fields);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
