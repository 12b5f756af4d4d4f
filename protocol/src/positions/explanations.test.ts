/** The explanation of a closing in every language. */
import { expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { explainEnding } from './explanations.ts';
import type { EndingTold } from './explanations.ts';
import { explainedReasons } from './close-reasons.ts';

const told: EndingTold = {
  ...{ reason: 'close_out', side: 'long', symbol: 'BTC/USDT', quantity: '0.5', entry: '20,000.00' },
  ...{ opened: '2026-11-20 10:00:00 UTC', margin: '1,000.00', level: '19,000.00', distance: '150.00' },
  ...{ price: '18,999.50', seq: '4711', closed: '2026-11-21 09:30:15 UTC', result: '−500.25', fee: '4.75' },
  ...{ financing: '1.20', paid: '493.80' },
};

test('explains a liquidation with every figure', () => {
  expect(explainEnding(told, 'en')).toBe(
    'You opened a long BTC/USDT position at 20,000.00 on 2026-11-20 10:00:00 UTC. When it closed, its quantity was 0.5 and its margin 1,000.00 USDT. We liquidate a position when its margin, with profit or loss added and overnight fees deducted, falls to half of the initial margin. Your liquidation price was 19,000.00. Entry 4711 of the public price record, made on 2026-11-21 09:30:15 UTC, was the first to reach it. The position closed at 18,999.50. Gross P&L: −500.25 USDT. Closing fee: 4.75 USDT. Overnight fees: 1.20 USDT. Returned to your account: 493.80 USDT.',
  );
});

test.each(languages.flatMap((language) => explainedReasons.map((reason) => [language, reason] as const)))(
  'names in %s for %s the level, the entry, and what was paid back',
  (language, reason) => {
    const text = explainEnding({ ...told, reason }, language);
    const level = reason === 'trailing' ? '150.00' : '19,000.00';
    for (const figure of [level, '20,000.00', '1,000.00', '18,999.50', '4711', '−500.25', '4.75', '493.80'])
      expect(text).toContain(figure);
    expect(text).not.toMatch(/[{}]|null|undefined/);
  },
);
