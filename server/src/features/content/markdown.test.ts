/**
 * Validation of articles' Markdown: accepts the plain subset, and reports the line of anything that could execute code,
 * mislead readers or stall the parser.
 */
import { expect, test } from 'vitest';
import { violationOf, lineViolationOf, plainText, readingMinutes } from './markdown.ts';

const good: readonly string[] = [
  '## Heading\n\nA **bold** and *soft* text with `0.1%` and [fees](#/pages/news/detail?id=fees).',
  '### Small\n\n1. one\n2. two\n\n- a\n- b\n  - c\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  '[register](https://register.fca.org.uk/s/search?q=1#top)',
  '[https://etherscan.io/a](https://etherscan.io/b)',
  '[Etherscan.io, as it says](https://etherscan.io/tx/0x1)',
  'See https://etherscan.io/tx/0x1 for more.',
  '[0.1% of 1.5 BTC](#/pages/me/limits)',
  '1 < 2, a <= b, 3 > 2 & so on; 5 * 4 and snake_case {legal_entity}',
  'javascript: is the name of a scheme, and data: too.',
  'Xin chào, được. 你好，世界。こんにちは。안녕하세요.',
];

test.each(good)('accepts the text %j', (text) => {
  expect(violationOf(text)).toBeUndefined();
});

const bad: readonly (readonly [what: string, text: string, line: number, found: string | RegExp])[] = [
  ['a script', 'a\n\n<script>alert(1)</script>', 3, '<script>alert(1)</script>'],
  ['a script in capitals', '<SCRIPT SRC=//x>', 1, /^<SCRIPT/],
  ['an event handler', 'text\n<img src=x onerror=alert(1)>', 2, /^<img/],
  ['an SVG element', '<svg/onload=alert(1)>', 1, /^<svg/],
  ['a closing tag', 'a</p>', 1, '</p>'],
  ['a comment', '<!-- a -->', 1, '<!-- a -->'],
  ['a processing instruction', '<?xml ?>', 1, '<?xml ?>'],
  ['HTML within code', '`<iframe src=x>`', 1, /^<iframe/],
  ['an autolink to a script', '<javascript:alert(1)>', 1, /^<javascript/],
  ['a link to a script', 'a\nb [x](javascript:alert(1))', 2, '[x](javascript:alert(1))'],
  ['a script link with character references', '[x](&#106;avascript:alert(1))', 1, /^\[x\]/],
  ['a script link in capitals', '[x](JaVaScRiPt:alert(1))', 1, /^\[x\]/],
  ['a script link with a tab', '[x](java&#9;script:alert(1))', 1, /^\[x\]/],
  ['a data URL', '[x](data:text/html;base64,PHNjcmlwdD4=)', 1, /^\[x\]/],
  ['a VBScript link', '[x](vbscript:msgbox)', 1, /^\[x\]/],
  ['a file URL', '[x](file:///etc/passwd)', 1, /^\[x\]/],
  ['an http link', '[x](http://example.org)', 1, /^\[x\]/],
  ['a bare http address', 'see http://example.org now', 1, /^http:/],
  ['a bare www address', 'see www.example.org now', 1, /^www/],
  ['an email address', 'write to a@example.org', 1, /^a@/],
  ['a scheme-relative link', '[x](//evil.example)', 1, /^\[x\]/],
  ['an https link without slashes', '[x](https:evil.example)', 1, /^\[x\]/],
  ['a link to the API', '[x](/api/user/info)', 1, /^\[x\]/],
  ['user info in a URL', '[x](https://bank.example@evil.example/)', 1, /^\[x\]/],
  ['a host without a dot', '[x](https://localhost/)', 1, /^\[x\]/],
  ['a host that the app does not open', 'a\n\n[x](https://example.org/a)', 3, /^\[x\]/],
  ['a host that the app does not open, as plain text', 'See https://example.org/a.', 1, /^https/],
  ['a look-alike of an allowed host', '[x](https://etherscаn.io/)', 1, /^\[x\]/],
  ['a redirect on an allowed host', '[x](https://etherscan.io/to?url=https://evil.example)', 1, /^\[x\]/],
  ['a URL that displays as a different URL', '[https://etherscan.io](https://tronscan.org/)', 1, /^\[https/],
  [
    'a link text that contains a different host',
    '[go to etherscan.io now](https://tronscan.org/)',
    1,
    /^\[go/,
  ],
  ['a look-alike host in a link text', '[etherscаn.io](https://etherscan.io/)', 1, /^\[ether/],
  ['an app link that displays as a URL', '[https://etherscan.io](#/pages/me/limits)', 1, /^\[https/],
  ['a link outside the app’s routes', '[x](#/pages/../../x)', 1, /^\[x\]/],
  ['a script behind a route', '[x](#/javascript:alert(1))', 1, /^\[x\]/],
  ['an image', '![x](https://example.org/a.png)', 1, /^!\[x\]/],
  ['an image with a link inside a link', '[![a](https://b.example/c)](https://etherscan.io)', 1, /^!\[a\]/],
  ['a reference link', '[x][a]\n\n[a]: https://example.org', 1, '[x][a]'],
  ['a reference definition alone', 'text\n\n[a]: javascript:alert(1)', 3, /^\[a\]:/],
  ['a footnote', 'a[^1]\n\n[^1]: note', 1, /^\[\^1\]/],
  ['a level 1 heading', '# Big', 1, '# Big'],
  ['a level 4 heading', '#### Small', 1, '#### Small'],
  ['an underlined heading', 'Big\n===', 1, 'Big'],
  ['a fenced code block', '```\ncode\n```', 1, '```'],
  ['an indented code block', 'a\n\n    code', 3, '    code'],
  ['a thematic break', 'a\n\n---', 3, '---'],
  ['strikethrough', '~~gone~~', 1, '~~gone~~'],
  ['a direction override', 'a\nb \u202Egnp.exe', 2, 'U+202E'],
  ['a direction isolate', '\u2066a', 1, 'U+2066'],
  ['a zero-width space', 'pay\u200Bpal', 1, 'U+200B'],
  ['a soft hyphen', 'a\u00ADb', 1, 'U+00AD'],
  ['a byte order mark', '\uFEFFa', 1, 'U+FEFF'],
  ['a NUL character', 'a\u0000', 1, 'U+0000'],
  ['a carriage return', 'a\r\nb', 1, 'U+000D'],
  ['a tag character', 'a\u{E0041}', 1, 'U+E0041'],
  ['half a surrogate pair', 'a\uD800', 1, 'U+D800'],
];

test.each(bad)('rejects %s', (_, text, line, found) => {
  const violation = violationOf(text);
  expect(violation?.line).toBe(line);
  if (typeof found === 'string') expect(violation?.found).toBe(found);
  else expect(violation?.found).toMatch(found);
});

/** Inputs of up to sixty thousand characters that make a Markdown parser slow. */
const heaps: readonly (readonly [what: string, text: string])[] = [
  ['brackets', '['.repeat(60_000)],
  ['unterminated links', ('[a]('.repeat(14) + '\n').repeat(1000)],
  ['nested quotes', ('> '.repeat(39) + 'a\n').repeat(700)],
  ['marks', ('*_'.repeat(14) + 'a\n').repeat(2000)],
  ['backticks', Array.from({ length: 400 }, (__, at) => '`'.repeat((at % 39) + 1)).join('a')],
  ['nested lists', Array.from({ length: 300 }, (__, at) => `${' '.repeat(at)}- a`).join('\n')],
  ['one long line', 'a '.repeat(30_000)],
  ['consecutive quotes', '> a\n\n'.repeat(12_000)],
  ['consecutive headings', '## a\n\n'.repeat(8000)],
  ['a long run of blanks', `a\n${' '.repeat(59_000)}\nb`],
  ['tabs and spaces', `a${' \t'.repeat(29_000)}b`],
  ['entities', `${'&amp;'.repeat(100)}\n\n`.repeat(118)],
  ['incomplete entities', `${'&&&&&&&&&a'.repeat(40)}\n\n`.repeat(130)],
  ['email addresses', `${'a@b.c '.repeat(90)}\n\n`.repeat(110)],
  ['addresses without a scheme', `${'www.a.b '.repeat(70)}\n\n`.repeat(106)],
  ['incomplete URLs', `${'http://'.repeat(80)}\n\n`.repeat(106)],
  ['escapes', `${'\\a'.repeat(190)}\n\n`.repeat(150)],
  ['less-than signs', `${'a < '.repeat(140)}\n\n`.repeat(106)],
];

/** The last seven inputs contain no other violation, so they are scanned to the end. */
test.each(heaps.slice(-7))('counts %s towards the limit on marks', (_, text) => {
  expect(violationOf(text)?.found).toMatch(/marks in one text$/);
});

test.each(heaps)('rejects %s within two seconds', (_, text) => {
  const beganMs = performance.now();
  expect(violationOf(text)).toBeDefined();
  expect(performance.now() - beganMs).toBeLessThan(2000);
});

/** Texts that were never checked for violations, such as old versions in the database and the software's files. */
const unruly: readonly (readonly [what: string, text: string])[] = [
  ['a long run of blanks', ' '.repeat(60_000)],
  ['blank lines that end in a mark', `${' '.repeat(59_990)}|x`],
  ['tabs and spaces', ' \t'.repeat(30_000)],
  ['table delimiter rows', '|-'.repeat(30_000)],
  ['delimiter rows with spaces', '| - : '.repeat(10_000)],
  ['unterminated links', ']('.repeat(30_000)],
  ['numbers', '1'.repeat(60_000)],
  ['letters', 'a'.repeat(60_000)],
];

test.each(unruly)('computes the plain text and reading time of %s within half a second', (_, text) => {
  const beganMs = performance.now();
  plainText(text);
  readingMinutes(text);
  expect(performance.now() - beganMs).toBeLessThan(500);
});

test('accepts the maximum number of lines within two seconds', () => {
  const beganMs = performance.now();
  expect(violationOf('> a\n\n'.repeat(749))).toBeUndefined();
  expect(performance.now() - beganMs).toBeLessThan(2000);
  expect(violationOf('a\n'.repeat(2000))).toEqual({ line: 1501, found: 'more than 1500 lines' });
});

test('accepts the maximum number of marks within five seconds', () => {
  const block = `${`${'*_'.repeat(14)}${'a'.repeat(500)}\n`.repeat(11)}\n`;
  const text = block.repeat(6);
  expect(text.length).toBeGreaterThan(30_000);
  const beganMs = performance.now();
  expect(violationOf(text)).toBeUndefined();
  expect(performance.now() - beganMs).toBeLessThan(5000);
});

test('accepts only a single line of visible characters as a title', () => {
  expect(lineViolationOf('Fees & costs <of> trading')).toBeUndefined();
  expect(lineViolationOf('a\nb')).toEqual({ line: 1, found: 'U+000A' });
  expect(lineViolationOf('a\u202Eb')).toEqual({ line: 1, found: 'U+202E' });
});

test('strips Markdown markup from a text', () => {
  const text =
    '## Fees\n\nA **bold** [link](#/pages/a?b=c) and `0.1%`.\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n1. one';
  expect(plainText(text)).toBe('Fees A bold link and 0.1% . a b 1 2 one');
});

test.each([
  ['a word', 1],
  ['word '.repeat(401), 3],
  ['字'.repeat(901), 3],
  ['가'.repeat(450), 1],
])('estimates the reading time of %s at %i minutes', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});
