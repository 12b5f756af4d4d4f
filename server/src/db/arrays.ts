/** Passes many values as one parameter: as an array's text, or as a separated list if the values may contain any character. */

/** For values that contain no comma, brace, quote or backslash and are not the word null. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  return arrayOf(values.map((value) => value ?? NULL_TEXT));
}

export const NULL_TEXT = 'NULL';

/** For values in which nulls are `NULL_TEXT` already. */
export function arrayOf(values: readonly (bigint | number | string | null)[]): string {
  return `{${values.join(',')}}`;
}

/** For a `bytea[]`. */
export function bytesArray(values: readonly Uint8Array[]): string {
  return arrayOf(values.map((bytes) => `"\\\\x${Buffer.from(bytes).toString('hex')}"`));
}

/** The separator of a list's values and the marker of a null. No stored text contains either. */
const SEPARATOR = '\u001f';
const NULL_MARK = '\u001e';

/**
 * Encodes arbitrary texts as one text, which `listSql` splits again. An array would escape every quote of every stored answer,
 * which took a tenth of the server's time under load.
 */
export function textList(values: readonly (string | null)[]): string {
  for (const value of values) {
    if (value !== null && (value.includes(SEPARATOR) || value.includes(NULL_MARK))) {
      throw new Error('expected a text without list separators, found one');
    }
  }
  // Every value ends with a separator; otherwise an empty list would look like a list of one empty text.
  return values.map((value) => `${value ?? NULL_MARK}${SEPARATOR}`).join('');
}

/** SQL that turns a list parameter into an array of texts. */
export function listSql(parameter: string): string {
  return `trim_array(string_to_array(${parameter}::text, chr(31), chr(30)), least(length(${parameter}::text), 1))`;
}
