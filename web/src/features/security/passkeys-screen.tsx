/** The customer's passkeys, and the actions to add and remove them. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = CallOutput<'GET safe/passkeys'>[number];

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useTranslations('security.passkeys');
  const format = useFormat();
  return (
    <ListRow
      start={<MenuIcon icon={KeyRound} />}
      title={passkey.name}
      subtitle={
        passkey.used_at === null
          ? t('madeAt', { time: format.moment(passkey.created_at) })
          : t('usedAt', { time: format.moment(passkey.used_at) })
      }
      wrap
      end={
        <IconButton
          icon={Trash2}
          size={20}
          label={t('removeOf', { name: passkey.name })}
          className="-mr-2 text-soft"
          onClick={onRemove}
        />
      }
    />
  );
}

type ListProps = {
  readonly query: UseQueryResult<readonly Passkey[]>;
  readonly onRemove: (passkey: Passkey) => void;
};

function List({ query, onRemove }: ListProps) {
  const t = useTranslations('security.passkeys');
  return query.data === undefined ? (
    <Awaited query={query} skeleton={<SkeletonRows count={2} />} />
  ) : query.data.length === 0 ? (
    <EmptyState icon={KeyRound} title={t('none')} text={t('noneText')} />
  ) : (
    <Section>
      {query.data.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </Section>
  );
}

export function PasskeysScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('security.passkeys');
  const query = useCall('GET safe/passkeys', {}, { enabled: useSignedIn() });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const [asking, setAsking] = useState(false);
  const remove = useConfirmed('POST safe/passkey_remove');

  function ask(passkey: Passkey): void {
    setRemoving(passkey);
    setAsking(true);
  }

  async function confirmed(id: string): Promise<void> {
    setAsking(false);
    const answer = await remove.send({ id });
    if (answer?.type !== 'ok') return;
    toastSuccess('deleted');
  }

  return (
    <Screen
      onRefresh={() => query.refetch()}
      footer={
        <Button block busy={remove.busy} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <List query={query} onRemove={ask} />
      <AddPasskey
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false);
          toastSuccess('added');
        }}
      />
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('removeTitle')}
        sentence={t('removeSentence', { name: removing?.name ?? '' })}
        kind="danger"
        confirmLabel={t('remove')}
        onConfirm={() => {
          if (removing !== undefined) void confirmed(removing.id);
        }}
      />
    </Screen>
  );
}
