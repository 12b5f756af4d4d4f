/** The replacement for a ticket whose terms are available only to customers: a description, the risk warning, and the login. */
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { LogInBar } from '../../parts/submit-bar.tsx';
import { RiskWarning } from './risk-warning.tsx';

export function VisitorTicket() {
  const t = useTranslations('opening');
  const { data } = useCall('GET transparency/loss_share', {}, { ofCustomer: false });
  return (
    <div className="space-y-3">
      <div>
        <h2 className="text-base font-semibold">{t('visitorTitle')}</h2>
        <p className="text-sm text-soft">{t('visitorText')}</p>
      </div>
      {data !== undefined && <RiskWarning share={data} />}
      <LogInBar />
    </div>
  );
}
