/**
 * The customer's sessions, each with the device's name, the place and the login time. The customer can log out a single session
 * or all other sessions.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { SigningDevices } from './signing-devices.tsx';
import { useDeviceWords } from './device-words.ts';

type Device = CallOutput<'GET user/sessions'>[number];

function DeviceRow({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const t = useTranslations('security.devices');
  const format = useFormat();
  const words = useDeviceWords();
  const name = words(device);
  return (
    <ListRow
      start={<MenuIcon icon={MonitorSmartphone} />}
      title={name}
      subtitle={
        <>
          {device.current && (
            <span className="block py-0.5">
              <Badge tone="good">{t('this')}</Badge>
            </span>
          )}
          <span className="block break-words">{device.address}</span>
          <span className="block">{t('seen', { time: format.moment(device.seen_at) })}</span>
          <span className="block">{t('since', { time: format.moment(device.created_at) })}</span>
        </>
      }
      wrap
      end={
        device.current ? undefined : (
          <Button kind="quiet" small aria-label={t('endOf', { device: name })} onClick={onEnd}>
            {t('end')}
          </Button>
        )
      }
    />
  );
}

export function DevicesScreen() {
  const { toastSuccess } = useApi();
  const queryClient = useQueryClient();
  const t = useTranslations('security.devices');
  const words = useDeviceWords();
  const query = useCall('GET user/sessions', {}, { enabled: useSignedIn() });
  const [asking, setAsking] = useState<Device | 'others'>();
  const [open, setOpen] = useState(false);
  const end = useCommand('POST user/sessions_end');
  const others = query.data?.filter((device) => !device.current) ?? [];

  async function confirmed(): Promise<void> {
    const answer = await end.send(asking === undefined || asking === 'others' ? {} : { id: asking.id });
    setOpen(false);
    // Refetches the list after a refusal, because the session may already have ended.
    if (answer?.type !== 'ok') return void query.refetch();
    toastSuccess('session_closed');
    queryClient.setQueryData(callKey('GET user/sessions', {}), answer.message);
  }
  const ask = (what: Device | 'others'): void => {
    setAsking(what);
    setOpen(true);
  };

  return (
    <Screen
      onRefresh={() => query.refetch()}
      footer={
        others.length > 0 ? (
          <Button block kind="secondary" onClick={() => ask('others')}>
            {t('endOthers')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(data) => (
          <Section>
            {data.map((device) => (
              <DeviceRow key={device.id} device={device} onEnd={() => ask(device)} />
            ))}
          </Section>
        )}
      </Loaded>
      <p className="gutter pt-3 text-sm text-quiet">{t('text')}</p>
      <SigningDevices />
      <ConfirmSheet
        open={open}
        onClose={() => setOpen(false)}
        title={asking === 'others' ? t('endOthers') : t('endTitle')}
        sentence={
          asking === 'others' || asking === undefined
            ? t('endOthersSentence', { count: others.length })
            : t('endSentence', { device: words(asking) })
        }
        kind="danger"
        busy={end.busy}
        confirmLabel={t('end')}
        onConfirm={() => void confirmed()}
      />
    </Screen>
  );
}
