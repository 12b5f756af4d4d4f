/** The limits of one kind, with a row for each period: the limit, its usage and any pending change. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { LimitSheet } from './limit-sheet.tsx';

export type Limit = CallOutput<'GET user/limits'>['limits'][number];

function useLimitWords(): (limit: Limit) => string {
  const t = useTranslations('limits');
  const format = useFormat();
  return ({ used, pending, resets_at: resetsAt }) => {
    // A customer with a net gain has used nothing of a loss limit.
    const counted = used.startsWith('-') ? '0' : used;
    const parts = [
      t('used', { used: format.moneyUp(counted) }),
      t('resets', { time: format.moment(resetsAt) }),
      ...(pending === null
        ? []
        : [
            pending.amount === null
              ? t('pendingNone', { time: format.moment(pending.from) })
              : t('pendingTo', {
                  amount: format.money(pending.amount),
                  time: format.moment(pending.from),
                }),
          ]),
    ];
    return parts.join(punctuationOf(format.locale).gap);
  };
}

export type LimitSectionProps = { readonly kind: Limit['kind']; readonly limits: readonly Limit[] };

export function LimitSection({ kind, limits }: LimitSectionProps) {
  const t = useTranslations('limits');
  const format = useFormat();
  const wordsOf = useLimitWords();
  const [chosen, setChosen] = useState<Limit>();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t(`kind.${kind}`)}>
      <p className="hairline px-4 py-2.5 text-sm text-quiet">{t(`kindMeans.${kind}`)}</p>
      {limits.map((limit) => (
        <ListRow
          key={limit.period}
          title={
            <>
              <span className="sr-only">{t(`kind.${kind}`)}: </span>
              {t(`period.${limit.period}`)}
            </>
          }
          subtitle={wordsOf(limit)}
          wrap
          end={limit.amount === null ? t('none') : `${format.money(limit.amount)} USDT`}
          chevron
          onPress={() => {
            setChosen(limit);
            setOpen(true);
          }}
        />
      ))}
      {chosen !== undefined && (
        <LimitSheet key={chosen.period} limit={chosen} open={open} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}
