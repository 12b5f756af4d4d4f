/** The marks between and after texts that are put together, because Chinese and Japanese have their own full-width marks. */
export type Punctuation = {
  /** The text between two sentences. */
  readonly gap: string;
  readonly colon: string;
  readonly open: string;
  readonly close: string;
};

const western: Punctuation = { gap: ' ', colon: ': ', open: ' (', close: ')' };
const fullWidth: Punctuation = { gap: '', colon: '：', open: '（', close: '）' };

export function punctuationOf(locale: string): Punctuation {
  return /^(?:zh|ja)/.test(locale) ? fullWidth : western;
}
