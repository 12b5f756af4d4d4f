/** Punctuation between joined texts. Chinese and Japanese have full-width marks of their own. */
export type Punctuation = {
  /** Stands between two sentences. */
  readonly gap: string;
  readonly stop: string;
  readonly comma: string;
  readonly colon: string;
  readonly semicolon: string;
  /** Stands between the items of a list. */
  readonly item: string;
  readonly open: string;
  readonly close: string;
};

const western: Punctuation = {
  gap: ' ',
  stop: '.',
  comma: ', ',
  colon: ': ',
  semicolon: '; ',
  item: ', ',
  open: ' (',
  close: ')',
};
const chinese: Punctuation = {
  gap: '',
  stop: '。',
  comma: '，',
  colon: '：',
  semicolon: '；',
  item: '、',
  open: '（',
  close: '）',
};
const japanese: Punctuation = { ...chinese, comma: '、' };

export function punctuationOf(locale: string): Punctuation {
  if (locale.startsWith('zh')) return chinese;
  return locale.startsWith('ja') ? japanese : western;
}
