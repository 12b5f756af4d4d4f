/** Orders placed by API keys that wait for the customer: the effect of each, its deadline, and the two answers. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { WaitingOrder } from './use-keys.ts';

function Facts({ order }: { readonly order: WaitingOrder }) {
  const t = useTranslations('apiKeys.waiting');
  const words = useTranslations('orders');
  const format = useFormat();
  const {
    price,
    stop_price: stop,
    trailing,
    trailing_bps: bps,
    take_profit: target,
    stop_loss: loss,
  } = order;
  const prices = [
    [t('limit'), price],
    [words('stopPrice'), stop],
    [words('trailing'), trailing],
    [words('takeProfit'), target],
    [words('stopLoss'), loss],
  ] as const;
  return (
    <dl>
      <FactRow name={t('by')}>{order.key_name}</FactRow>
      {order.quantity !== null && <FactRow name={t('quantity')}>{format.quantity(order.quantity)}</FactRow>}
      {prices.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <FactRow key={name} name={name}>
            <AmountText value={value} unit="USDT" />
          </FactRow>
        ),
      )}
      {bps !== undefined && <FactRow name={words('trailing')}>{`${bps / 100}%`}</FactRow>}
      <FactRow name={t('size')} strong>
        <AmountText value={order.size} unit="USDT" />
      </FactRow>
      <FactRow name={t('until')}>{format.moment(order.expires_at)}</FactRow>
    </dl>
  );
}

function Waiting({ order }: { readonly order: WaitingOrder }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('apiKeys.waiting');
  const [asking, setAsking] = useState(false);
  const confirm = useCommand('POST api_keys/confirm');
  const decline = useCommand('POST api_keys/decline');
  const words = useTranslations('orders');
  const { id, amends } = order;
  const isAmended = amends !== undefined;
  const does = t(order.side, { symbol: order.symbol });
  const title = isAmended ? `${words('amend')} · ${does}` : does;

  async function place(): Promise<void> {
    const answer = await confirm.send({ id });
    setAsking(false);
    if (answer?.type === 'ok') toastSuccess(isAmended ? 'spot_order_amended' : 'order_placed');
  }

  return (
    <div className="hairline space-y-3 px-4 py-3 last:shadow-none">
      <p className="font-semibold">{title}</p>
      <Facts order={order} />
      <div className="flex gap-3">
        <Button block kind="secondary" busy={decline.busy} onClick={() => void decline.send({ id })}>
          {t('decline')}
        </Button>
        <Button block onClick={() => setAsking(true)}>
          {t('review')}
        </Button>
      </div>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        sentence={t(isAmended ? 'amendSentence' : 'sentence')}
        facts={<Facts order={order} />}
        busy={confirm.busy}
        confirmLabel={isAmended ? words('amendConfirm') : t('confirm')}
        onConfirm={() => void place()}
      />
    </div>
  );
}

export function WaitingOrders({ items }: { readonly items: readonly WaitingOrder[] }) {
  const t = useTranslations('apiKeys.waiting');
  if (items.length === 0) return null;
  return (
    <Section title={t('title')}>
      {items.map((order) => (
        <Waiting key={order.id} order={order} />
      ))}
    </Section>
  );
}
