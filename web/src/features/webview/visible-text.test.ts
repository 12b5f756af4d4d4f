import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['https://evil.example/', 'https://evil.example/'],
  ['https://etherscаn.io/', 'https://ethersc\u0430⟨U+0430⟩n.io/'],
  ['https://a\u200bb', 'https://a⟨U+200B⟩b'],
  ['https://a\u202eb', 'https://a⟨U+202E⟩b'],
  ['java\nscript:', 'java⟨U+000A⟩script:'],
  ['\u{1f600}', '⟨U+1F600⟩'],
  ['x'.repeat(400), `${'x'.repeat(300)}…`],
])('displays the text %j as "%s"', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
