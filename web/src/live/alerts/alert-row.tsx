/** A price alert: its direction and the button to delete it. */
import { Trash2, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PriceAlert } from './use-price-alerts.ts';

export function AlertRow({ alert, tickSize }: { readonly alert: PriceAlert; readonly tickSize: string }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('alerts');
  const format = useFormat();
  const command = useCommand('POST price_alert_delete');
  const price = format.price(alert.price, tickSize);
  const Icon = alert.direction === 'above' ? TrendingUp : TrendingDown;

  async function takeBack(): Promise<void> {
    const answer = await command.send({ id: alert.id });
    if (answer?.type === 'ok') toastSuccess('deleted');
  }

  return (
    <div className="hairline flex min-h-14 items-center gap-3 py-1 pr-1 pl-4 last:shadow-none">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="figures block font-medium">{t(alert.direction, { price })}</span>
        <span className="block text-sm text-quiet">
          {`${alert.symbol} · `}
          {/* A time that does not fit on the line wraps to a second line and is not cut off. */}
          <span className="inline-block">{format.moment(alert.created_at)}</span>
        </span>
      </span>
      <IconButton
        icon={Trash2}
        size={20}
        label={t('delete', { symbol: alert.symbol, price })}
        className="text-soft"
        onClick={() => void takeBack()}
      />
    </div>
  );
}
