/** The table of customers' terms, as `docs/glossary.md` shows it. */
import { languages } from '@candor/protocol/languages.ts';
import { concepts } from './concepts.ts';
import type { Concept } from './concepts.ts';
import { voices } from './voices.ts';

export function printTerms(): string {
  const rows = (Object.entries(concepts) as [Concept, string][]).map(([concept, meaning]) =>
    [meaning, ...languages.map((language) => voices[language].terms[concept])].join(' | '),
  );
  const head = ['concept', ...languages].join(' | ');
  return [head, '---|'.repeat(languages.length) + '---', ...rows].map((row) => `| ${row} |`).join('\n');
}
