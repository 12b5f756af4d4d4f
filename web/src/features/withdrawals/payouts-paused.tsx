/** A notice while payouts are paused: withdrawals can be requested, orders can be cancelled, and positions can be closed. */
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { Section } from '../../ui/section.tsx';

const REFRESH_MS = 20_000;

export function PayoutsPaused() {
  const t = useTranslations('withdrawals');
  const { data } = useCall('GET transparency/freezes', {}, { everyMs: REFRESH_MS });
  if (data?.payouts_paused !== true) return null;
  return (
    <Section plain>
      <div role="status" className="rounded-card bg-warning-wash px-4 py-3 text-sm text-warning">
        <p className="font-semibold">{t('payoutsPaused')}</p>
        <p>{t('payoutsPausedText')}</p>
      </div>
    </Section>
  );
}
