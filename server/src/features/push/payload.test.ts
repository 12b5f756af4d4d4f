/** The content of a push about a trade: its figures only if the customer allows them on a locked screen. */
import { expect, test } from 'vitest';
import { languages } from '@candor/protocol/languages.ts';
import { noticeKinds, topicOf } from '@candor/protocol/notices/kinds.ts';
import { mailWords } from '../../identity/mail/mail-texts.ts';
import { payloadOf } from './payload.ts';

const stopped = {
  notice: 7n,
  kind: 'position_stopped',
  language: 'es',
  params: {
    position: '42',
    product: 'contract',
    symbol: 'BTC/USDT',
    quantity: '0.1',
    price: '19500',
    result: '-52.98',
  },
} as const;

test('shows no figures unless the customer allows them', () => {
  const hidden = { id: '7', title: 'Se alcanzó tu stop loss', body: '' };
  expect(payloadOf({ ...stopped, details: false })).toEqual(hidden);
  expect(payloadOf({ ...stopped, details: true })).toEqual({
    ...hidden,
    body: 'Tu stop loss cerró tu posición en BTC/USDT (cantidad 0.1) a 19500. Resultado: -52.98 USDT tras comisiones.',
  });
});

test.each(languages)('uses the same subject for a win, a loss and a tie in %s', (language) => {
  const titles = (['option_won', 'option_lost', 'option_tied'] as const).map(
    (kind) => mailWords[language].texts[kind].subject,
  );
  expect(new Set(titles).size).toBe(1);
});

test('puts no figure into the subject of any message about a trade', () => {
  const subjects = noticeKinds
    .filter((kind) => ['orders', 'options', 'fund_income'].includes(topicOf[kind]))
    .flatMap((kind) => languages.map((language) => mailWords[language].texts[kind].subject));
  expect(subjects.length).toBeGreaterThan(9 * 15);
  expect(subjects.filter((subject) => /[{\d]/.test(subject))).toEqual([]);
});
