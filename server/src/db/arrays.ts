/** How many values travel as one parameter: as the text of an array, or, where they may hold any sign, as a list. */

/** The text of an array of values that hold no comma, brace, quote or backslash, and are not the word null. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  return arrayOf(values.map((value) => value ?? NULL_TEXT));
}

/** What stands in an array for a value that is null. */
export const NULL_TEXT = 'NULL';

/** The same of values whose nulls are `NULL_TEXT` already. */
export function arrayOf(values: readonly (bigint | number | string | null)[]): string {
  return `{${values.join(',')}}`;
}

/** Between the values of a list, and in the place of one that is null; no text that we store holds either. */
const SEPARATOR = '\u001f';
const NULL_MARK = '\u001e';

/**
 * Any texts as one, to be taken apart by `listSql`. An array's text would have to escape every quote of every stored
 * answer, which took a tenth of the server's time under load.
 */
export function textList(values: readonly (string | null)[]): string {
  for (const value of values) {
    if (value !== null && (value.includes(SEPARATOR) || value.includes(NULL_MARK))) {
      throw new Error('a text holds a separator of lists');
    }
  }
  // An empty list and a list of one empty text would look alike, so every value is followed by a separator.
  return values.map((value) => `${value ?? NULL_MARK}${SEPARATOR}`).join('');
}

/** SQL that makes an array of the texts in a parameter. */
export function listSql(parameter: string): string {
  return `trim_array(string_to_array(${parameter}::text, chr(31), chr(30)), least(length(${parameter}::text), 1))`;
}
