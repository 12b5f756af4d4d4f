/** The authenticator: its setup with a QR code, its recovery codes and their replacement, and its removal. */
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { securityLink } from '../../lib/links.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { Authenticator } from './bind-authenticator.tsx';
import { BindAuthenticator } from './bind-authenticator.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const read = { action: 'read' } as const;

/**
 * The secret is fetched once and kept while the customer switches to the authenticator and back, because every fetch creates a
 * new secret.
 */
function keep(queryClient: QueryClient, state: Authenticator): void {
  const { recovery_codes: _shownOnce, ...rest } = state;
  queryClient.setQueryData(callKey('POST safe/google', read), rest);
}

type Change = 'renew' | 'unbind';

function BoundRows({
  codesLeft,
  onAsk,
}: {
  readonly codesLeft: number;
  readonly onAsk: (change: Change) => void;
}) {
  const t = useTranslations('security.google');
  return (
    <Section>
      <ListRow title={t('bound')} subtitle={t('boundText')} wrap end={<Badge tone="good">{t('on')}</Badge>} />
      <ListRow
        title={t('renew')}
        subtitle={t('renewText', { count: codesLeft })}
        wrap
        chevron
        onPress={() => onAsk('renew')}
      />
      <ListRow title={t('unbind')} subtitle={t('unbindText')} wrap chevron onPress={() => onAsk('unbind')} />
    </Section>
  );
}

type BoundProps = {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onUnbound: () => void;
};

function Bound({ codesLeft, onCodes, onUnbound }: BoundProps) {
  const queryClient = useQueryClient();
  const t = useTranslations('security.google');
  const [asking, setAsking] = useState<Change>();
  const change = useConfirmed('POST safe/google');

  async function renew(): Promise<void> {
    const answer = await change.send({ action: 'renew_codes' });
    if (answer?.type !== 'ok') return;
    keep(queryClient, answer.message);
    onCodes(answer.message.recovery_codes ?? []);
  }

  async function unbind(): Promise<void> {
    const answer = await change.send({ action: 'unbind' });
    if (answer?.type !== 'ok') return;
    onUnbound();
  }

  const close = (): void => setAsking(undefined);
  return (
    <>
      <BoundRows codesLeft={codesLeft} onAsk={setAsking} />
      <ConfirmSheet
        open={asking === 'renew'}
        onClose={close}
        title={t('renew')}
        sentence={t('renewSentence')}
        confirmLabel={t('renewConfirm')}
        onConfirm={() => {
          close();
          void renew();
        }}
      />
      <ConfirmSheet
        open={asking === 'unbind'}
        onClose={close}
        title={t('unbind')}
        sentence={t('unbindSentence')}
        kind="danger"
        confirmLabel={t('unbindConfirm')}
        onConfirm={() => {
          close();
          void unbind();
        }}
      />
    </>
  );
}

export function AuthenticatorScreen() {
  const queryClient = useQueryClient();
  const { toastSuccess } = useApi();
  const finish = useFinish(securityLink);
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useCall('POST safe/google', read, {
    enabled: useSignedIn(),
    staleMs: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  return (
    <Screen>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onKept={finish} />
      ) : data === undefined ? (
        <Awaited query={query} skeleton={<SkeletonRows count={3} />} />
      ) : data.totp_enabled ? (
        <Bound
          codesLeft={data.recovery_codes_left}
          onCodes={setCodes}
          onUnbound={() => {
            toastSuccess('setup_done');
            void query.refetch();
          }}
        />
      ) : data.secret !== undefined && data.otpauth_url !== undefined ? (
        <BindAuthenticator
          secret={data.secret}
          address={data.otpauth_url}
          onBound={(bound) => {
            toastSuccess('setup_done');
            setCodes(bound.recovery_codes ?? []);
            keep(queryClient, bound);
          }}
        />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Screen>
  );
}
