/** The no-lever allowlist of the feature `fill-quality`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET transparency/fills': ['published', 'from_root'],
    'GET transparency/fill_quality': ['published', 'day'],
    'GET transparency/own_fills': ['own', 'cursor'],
  },
  columns: {
    public_fill: { whose: 'root number book opening salt', reckoned: 'line', when: 'day' },
  },
  tables: { public_fill: 'database' },
  history: ['public_fill'],
  rights: [
    {
      because: 'serves the public list of fills, which only the database writes',
      may: 'select',
      on: 'public_fill',
    },
    {
      because: 'the audit compares the public list of fills with the orders',
      may: 'execute',
      on: 'contract_notional fill_size fills_under',
    },
  ],
  functions: {
    'fill_size(usdt)': 'reads for the public log',
    'fills_under(of_root, book, opening, day, rest)': 'reads for the public log',
    'tlog_due_fills(at_most, key, position, book, text)':
      'writes the public list of fills for the public log',
  },
  triggers: { 'public_fill.public_fill_append_only': 'history' },
  limits: {
    'fill-quality': [
      'sizes of answers, and how long they are kept',
      'rootsPage linesPage ownPage daysShown fillsDayMax keptMs keptMax',
    ],
  },
};
