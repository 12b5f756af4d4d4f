/** The standard risk warning, with the share of this platform's customers who lost according to its ledger. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { leverageCostsLink } from '../../lib/links.ts';

export type LossShare = CallOutput<'GET transparency/loss_share'>;

export function RiskWarning({ share }: { readonly share: LossShare }) {
  const t = useTranslations('opening');
  const titles = useTranslations('titles');
  const format = useFormat();
  return (
    <div className="flex gap-2.5 rounded-card bg-warning-wash px-3 py-2.5 text-sm text-warning">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span className="block">{t('risk')}</span>
        <span className="block">
          {share.share_percent === null
            ? t('riskFew', { min: share.customers_min })
            : t('riskShare', {
                percent: format.decimal(share.share_percent, { max: 1 }),
                from: format.date(share.from),
                to: format.date(share.to),
              })}
        </span>
        <Link
          href={leverageCostsLink}
          className="-mb-2.5 inline-flex min-h-11 items-center font-semibold underline"
        >
          {titles('leverageCosts')}
        </Link>
      </span>
    </div>
  );
}
