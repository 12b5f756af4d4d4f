/** The deliveries of a webhook, each with its attempts, which a tap shows, and a button to send it again. */
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ItemList } from '../../parts/item-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { kindKey } from './use-webhooks.ts';
import type { Delivery, Webhook } from './use-webhooks.ts';

const tones: Readonly<Record<Delivery['status'], BadgeTone>> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'bad',
  gone: 'bad',
  stopped: 'plain',
};

const REFETCH_MS = 3000;

function Attempts({ delivery, item }: { readonly delivery: Delivery; readonly item: Webhook }) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const again = useCommand('POST webhooks/deliver_again');
  const { attempts, next_at, status } = delivery;
  return (
    <div className="hairline space-y-2 bg-sunken px-4 py-3 text-sm">
      <p className="font-mono text-xs break-all text-quiet">{delivery.event}</p>
      {attempts.length === 0 && <p className="text-soft">{t('notTried')}</p>}
      <ul className="space-y-1">
        {attempts.map((one, at) => (
          <li key={`${one.at} ${at}`} className="figures flex justify-between gap-3">
            <span className="shrink-0 text-soft">{format.moment(one.at)}</span>
            <span className="min-w-0 text-right">
              {one.status === null
                ? t(`error.${one.error ?? 'connection'}`)
                : t('answered', { status: String(one.status) })}
              {` · ${t('took', { ms: String(one.ms) })}`}
            </span>
          </li>
        ))}
      </ul>
      {next_at !== null && attempts.length > 0 && (
        <p className="text-soft">{t('nextAt', { time: format.moment(next_at) })}</p>
      )}
      {status !== 'waiting' && item.status === 'on' && (
        <Button
          small
          kind="secondary"
          busy={again.busy}
          onClick={() => void again.send({ id: item.id, delivery: delivery.id })}
        >
          {t('sendAgain')}
        </Button>
      )}
    </div>
  );
}

function DeliveryRow({ delivery, item }: { readonly delivery: Delivery; readonly item: Webhook }) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const last = delivery.attempts.at(-1);
  const response =
    last === undefined ? undefined : (last.status?.toString() ?? t(`error.${last.error ?? 'connection'}`));
  return (
    <>
      <ListRow
        title={t(`kind.${kindKey(delivery.kind)}`)}
        subtitle={format.moment(delivery.created_at)}
        end={<Badge tone={tones[delivery.status]}>{t(`delivery.${delivery.status}`)}</Badge>}
        {...(response === undefined ? {} : { endSubtitle: response })}
        expanded={open}
        onPress={() => setOpen(!open)}
      />
      {open && <Attempts delivery={delivery} item={item} />}
    </>
  );
}

export function Deliveries({ item }: { readonly item: Webhook }) {
  const t = useTranslations('webhooks');
  const pages = usePages('GET webhooks/deliveries', { filter: { id: item.id }, everyMs: REFETCH_MS });
  return (
    <Section title={t('deliveries')}>
      <ItemList
        {...pages}
        lines={3}
        nothing={{
          icon: Inbox,
          title: t('noDeliveries'),
          text: item.status === 'on' ? t('noDeliveriesText') : t('offText'),
        }}
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} item={item} />}
      </ItemList>
    </Section>
  );
}
