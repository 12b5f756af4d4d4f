/** Breaks a text in any script into lines that fit: between words, or within text without spaces. Pure. */

export function wrapLines(text: string, fits: (line: string) => boolean, locale: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const longer = line + segment;
    // A punctuation mark never begins a line. It stays with the previous word even if it exceeds the width.
    if (line === '' || fits(longer.trimEnd()) || /^[\p{P}\s]+$/u.test(segment)) line = longer;
    else {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}
