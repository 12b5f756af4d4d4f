/** The page for browsers without a wallet: its languages, and the restrictions of its headers. */
import { readFileSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../public/wallet-jump.html', import.meta.url), 'utf8');

const sections = new Map(
  [...page.matchAll(/<section id="(\w+)" lang="([\w-]+)">(.*?)<\/section>/gs)].map((found) => [
    found[1] ?? '',
    found[3] ?? '',
  ]),
);
const textsOf = (section: string) =>
  section
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

it('has a translation of every text in every language', () => {
  expect([...sections.keys()].toSorted()).toEqual([...languages].toSorted());
  const english = textsOf(sections.get('en') ?? '');
  expect(english).toHaveLength(10);
  for (const [language, section] of sections) {
    const texts = textsOf(section);
    expect(texts, language).toHaveLength(english.length);
    if (language !== 'en') expect(texts.filter((text) => english.includes(text))).toEqual([]);
    expect(section.match(/data-copied="[^"]+"/g), language).toHaveLength(1);
  }
  expect(textsOf(sections.get('hk') ?? '')).not.toEqual(textsOf(sections.get('zh') ?? ''));
});

it('contains no inline script, style or handler, and loads nothing from other origins', () => {
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|https?:|<script(?! src="\/)|<iframe|<form/);
});
