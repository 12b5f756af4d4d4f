/** The no-lever allowlist of the feature `figures`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: { 'GET figures': ['reads', 'from span to'] },
  columns: {
    figure: { whose: 'series key', when: 'span start_ms', reckoned: 'value' },
    figure_customer: { whose: 'book', when: 'span start_ms', reckoned: 'result closed' },
    figure_progress: { works: 'singleton seal', when: 'observed_ms' },
  },
  tables: { figure: 'database', figure_customer: 'database', figure_progress: 'database' },
  rights: [
    {
      because: 'operators see charts of what the database counted',
      may: 'select',
      on: 'figure figure_progress',
    },
    {
      because: 'has the database count sealed journals and read what stands; its caller chooses neither',
      may: 'execute',
      on: 'figures_count figures_observe',
    },
  ],
  functions: {
    'figure_product(of_book, of_kind, of_ref)': 'reads',
    'definer figures_count(at_most)': 'reads',
    'definer figures_observe()': 'reads',
  },
  limits: {
    figures: [
      'how often and how much is counted, and sizes of answers',
      'countEveryMs booksAtOnce statementsMax spansMax gapsMax',
    ],
  },
};
