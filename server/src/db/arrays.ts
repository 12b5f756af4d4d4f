/**
 * Passes many values as one parameter: as the text of an array or, if the values may contain any character, as a separated list.
 */

/** Encodes values that contain no comma, brace, quote or backslash and are not the word null. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  return arrayOf(values.map((value) => value ?? NULL_TEXT));
}

export const NULL_TEXT = 'NULL';

/** Encodes values in which nulls have already been replaced by `NULL_TEXT`. */
export function arrayOf(values: readonly (bigint | number | string | null)[]): string {
  return `{${values.join(',')}}`;
}

/** Encodes a `bytea[]`. */
export function bytesArray(values: readonly Uint8Array[]): string {
  return arrayOf(values.map((bytes) => `"\\\\x${Buffer.from(bytes).toString('hex')}"`));
}

/** The separator of a list's values and the marker of a null. No stored text contains either. */
const SEPARATOR = '\u001f';
const NULL_MARK = '\u001e';

/**
 * Encodes arbitrary texts as one text, which `listSql` splits again. In an array, every quote in every stored answer would have
 * to be escaped, which took a tenth of the server's time under load.
 */
export function textList(values: readonly (string | null)[]): string {
  for (const value of values) {
    if (value !== null && (value.includes(SEPARATOR) || value.includes(NULL_MARK))) {
      throw new Error('expected a text without list separators, found one');
    }
  }
  // Every value ends with a separator, because otherwise an empty list would look like a list of one empty text.
  return values.map((value) => `${value ?? NULL_MARK}${SEPARATOR}`).join('');
}

/** SQL that turns a list parameter into an array of texts. */
export function listSql(parameter: string): string {
  return `trim_array(string_to_array(${parameter}::text, chr(31), chr(30)), least(length(${parameter}::text), 1))`;
}
