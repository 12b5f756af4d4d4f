import { describe, expect, test } from 'vitest';
import { questionsOf } from './questions.ts';

describe('parser of a page of questions', () => {
  const cases: readonly [string, string, ReturnType<typeof questionsOf>][] = [
    ['nothing', '', { opening: '', questions: [] }],
    ['only an opening', 'Read this.\n', { opening: 'Read this.', questions: [] }],
    [
      'an opening and two questions',
      'First.\n\n## Why?\n\nBecause.\n\n### More\n\nOf it.\n\n## How?\n\nSo.\n',
      {
        opening: 'First.',
        questions: [
          { question: 'Why?', answer: 'Because.\n\n### More\n\nOf it.' },
          { question: 'How?', answer: 'So.' },
        ],
      },
    ],
    [
      'heading marks within a line',
      '## Is 1 ## 2?\n\nYes ## no.',
      { opening: '', questions: [{ question: 'Is 1 ## 2?', answer: 'Yes ## no.' }] },
    ],
    [
      'a heading without an answer',
      '## Alone',
      { opening: '', questions: [{ question: 'Alone', answer: '' }] },
    ],
  ];
  test.each(cases)('returns the parts of a page with %s', (_name, body, expected) => {
    expect(questionsOf(body)).toEqual(expected);
  });
});
