/** Counts and checks the sentences of a text in Markdown or of an interface. */

/** Text without headings, tables, links' addresses, front matter and marks. */
function prose(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split('\n')
    .filter((line) => !/^\s*(#|\||>?\s*$)/.test(line))
    .map((line) => line.replace(/^\s*([-*]|\d+\.)\s+/, ''))
    .map((line) => (/[.:?!]$/.test(line.replaceAll(/[*_)”"]/g, '')) ? line : `${line}.`))
    .join('\n')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[[\]*_`]/g, '');
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?:])[”")]*\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** The average number of words per sentence of a page in Markdown; a list item counts as a sentence. */
export function averageSentence(markdown: string): number {
  const lengths = sentencesOf(prose(markdown)).map((sentence) => sentence.split(/\s+/).length);
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
}

/** Whether a sentence begins with Who, What, Whose or Of and isn't a question. */
export function startsLikeNoSentence(text: string): boolean {
  const plain = text.replaceAll(/[*_`#[\]]/g, '').trim();
  return sentencesOf(plain).some(
    (sentence) => /^(Who|What|Whose|Of)\b(?! course)/.test(sentence) && !sentence.includes('?'),
  );
}
