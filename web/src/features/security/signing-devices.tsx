/** The devices whose keys sign the customer's orders, as the platform lists them and as the public log has them. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { FileSignature } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSigning } from '../../proof/order-signing.ts';
import { useLoggedKeys } from '../../proof/own-device-key.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';
import { useDeviceWords } from './device-words.ts';

type Listed = CallOutput<'GET receipts/device_keys'>['keys'][number];
type Row = Pick<Listed, 'public_key' | 'at_ms' | 'browser' | 'system'>;

/**
 * A key that is in the log but not in the platform's list is shown too: whoever registered it could sign in the customer's
 * name.
 */
function rowsOf(
  listed: readonly Listed[],
  logged: readonly { publicKey: string; atMs: number }[],
): readonly Row[] {
  const unlisted = logged.filter(({ publicKey }) => listed.every((one) => one.public_key !== publicKey));
  return [
    ...listed,
    ...unlisted.map(({ publicKey, atMs }) => {
      return { public_key: publicKey, at_ms: atMs, browser: '', system: '' };
    }),
  ].toReversed();
}

export function SigningDevices() {
  const t = useTranslations('security.devices');
  const format = useFormat();
  const words = useDeviceWords();
  const query = useCall('GET receipts/device_keys', {}, { enabled: useSignedIn() });
  const signing = useSigning();
  const known = useLoggedKeys();
  const logged = known?.customer === signing?.customer ? known?.keys : undefined;
  const { refetch } = query;
  const ownKey = signing?.key;
  // This device registers its key after the first screen, perhaps while the list is open.
  useEffect(() => {
    if (ownKey !== undefined) void refetch();
  }, [ownKey, refetch]);
  if (query.data === undefined) {
    // The sessions above are the screen's main content, so this part takes up space only if it failed to load.
    return query.error === null ? null : <Awaited query={query} skeleton={null} />;
  }
  const rows = rowsOf(query.data.keys, logged ?? []);
  const reason = ownKey;
  const isReason =
    reason === 'unsupported' || reason === 'clock' || reason === 'refused' || reason === 'unreachable';
  return (
    <>
      <Section title={t('keysTitle')}>
        {rows.map((row) => (
          <ListRow
            key={row.public_key}
            start={<MenuIcon icon={FileSignature} />}
            title={words(row)}
            wrap
            subtitle={
              <>
                {row.public_key === reason && (
                  <span className="block py-0.5">
                    <Badge tone="good">{t('this')}</Badge>
                  </span>
                )}
                <span className="block">
                  {t('keyAdded', { time: format.moment(Math.floor(row.at_ms / 1000)) })}
                </span>
                {logged?.every(({ publicKey }) => publicKey !== row.public_key) === true && (
                  <span className="block">{t('keyUnlogged')}</span>
                )}
              </>
            }
          />
        ))}
        {rows.length === 0 && <p className="px-4 py-3 text-sm text-quiet">{t('keyNone')}</p>}
      </Section>
      <p className="gutter pt-3 text-sm text-quiet">{isReason ? t(`noKey.${reason}`) : t('keysText')}</p>
    </>
  );
}
