/** The win rate on a line from zero to 100 %, with the break-even rate marked, and an explanation. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useTicketWords } from '../receipt/ticket-words.ts';
import type { Results } from './own-results.tsx';

/** Converts "55.56%" to a position on the line. */
function placeOf(part: string): string {
  return `${formatAmount(amount(part) * 100n)}%`;
}

export function WinRate({ all }: { readonly all: Results['all'] }) {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  const { win_rate: wins, break_even_rate: even, net_usdt: net } = all;
  if (wins === null || even === null) return null;
  const value = amount(net);
  const verdict = value === 0n ? 'even' : value > 0n ? 'above' : 'below';
  return (
    <div className="pt-4">
      <div className="flex justify-between gap-3 text-sm">
        <span>
          {t('results.winRate')} <span className="figures font-semibold">{words.percent(wins)}</span>
        </span>
        <span className="text-soft">
          {t('results.breakEven')} <span className="figures">{words.percentUp(even)}</span>
        </span>
      </div>
      <div aria-hidden="true" className="relative mt-2 h-2 rounded-full bg-sunken">
        <div className="h-2 rounded-full bg-accent-solid" style={{ width: placeOf(wins) }} />
        <div
          className="absolute -top-1 h-4 w-0.5 -translate-x-1/2 rounded-full bg-ink"
          style={{ left: placeOf(even) }}
        />
      </div>
      <p className="pt-2 text-sm text-soft">{t(`results.${verdict}`)}</p>
    </div>
  );
}
