/** A notice while payouts are paused or stopped: withdrawals can be requested, orders can be cancelled, and positions can be closed. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useStop } from '../../live/stop-notice.tsx';
import { Section } from '../../ui/section.tsx';

const REFRESH_MS = 20_000;

export function PayoutsPaused() {
  const t = useTranslations('withdrawals');
  const because = useTranslations('opening');
  const format = useFormat();
  const { data } = useCall('GET transparency/freezes', {}, { everyMs: REFRESH_MS });
  const stop = useStop(['payouts']);
  const isPaused = data?.payouts_paused === true;
  if (!isPaused && stop === undefined) return null;
  return (
    <Section plain>
      <div role="status" className="space-y-2 rounded-card bg-warning-wash px-4 py-3 text-sm text-warning">
        {isPaused && (
          <div>
            <p className="font-semibold">{t('payoutsPaused')}</p>
            <p>{t('payoutsPausedText')}</p>
          </div>
        )}
        {stop !== undefined && (
          <div>
            <p className="font-semibold">{t('payoutsStopped')}</p>
            <p>
              {t('payoutsStoppedText', {
                cause: because(`stopCause.${stop.cause}`),
                time: format.moment(Math.ceil(stop.until_ms / 1000)),
              })}
            </p>
          </div>
        )}
      </div>
    </Section>
  );
}
