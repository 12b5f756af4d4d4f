/** The customer's withdrawal addresses, and the actions to add and delete them. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BookUser, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { securityLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { chainNamesShown, shortAddress } from '../../lib/network-names.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AddAddress } from './add-address.tsx';

type Book = CallOutput<'GET wallet/address'>;
type Address = Book['items'][number];

function nameOf({ label, address }: Address): string {
  return label === '' ? shortAddress(address) : label;
}

function AddressRow({ one, onDelete }: { readonly one: Address; readonly onDelete: () => void }) {
  const t = useTranslations('addresses');
  const { list, moment } = useFormat();
  const waits = one.usable_at > useHouseSeconds();
  return (
    <div className="hairline flex items-start gap-2 py-3 pr-1 pl-4 last:shadow-none">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {one.label !== '' && <span className="min-w-0 break-words">{one.label}</span>}
          <Badge>{chainNamesShown[one.network]}</Badge>
        </p>
        <p className="font-mono text-sm break-all">{one.address}</p>
        <p className="text-sm text-quiet">{t('for', { currencies: list(one.currencies) })}</p>
        {waits && <p className="text-sm text-warning">{t('usableFrom', { time: moment(one.usable_at) })}</p>}
      </div>
      <IconButton
        icon={Trash2}
        size={20}
        label={t('removeOf', { name: nameOf(one) })}
        className="text-soft"
        onClick={onDelete}
      />
    </div>
  );
}

type ListProps = {
  readonly query: UseQueryResult<Book>;
  readonly onDelete: (one: Address) => void;
};

function List({ query, onDelete }: ListProps) {
  const t = useTranslations('addresses');
  if (query.data === undefined) {
    return <Awaited query={query} skeleton={<SkeletonRows count={3} />} />;
  }
  const { items, max } = query.data;
  if (items.length === 0) return <EmptyState icon={BookUser} title={t('none')} text={t('noneText')} />;
  return (
    <>
      <Section>
        {items.map((one) => (
          <AddressRow key={one.id} one={one} onDelete={() => onDelete(one)} />
        ))}
      </Section>
      <p className="gutter pt-3 text-sm text-quiet">{t('count', { count: items.length, max })}</p>
    </>
  );
}

function useDeleting() {
  const { toastSuccess } = useApi();
  const t = useTranslations('addresses');
  const remove = useCommand('POST wallet/address_delete');
  const [one, setOne] = useState<Address>();
  const [asking, setAsking] = useState(false);

  async function confirmed(id: string): Promise<void> {
    const answer = await remove.send({ id });
    if (answer === undefined) return;
    setAsking(false);
    if (answer.type === 'ok') toastSuccess('deleted');
  }

  const sheet = (
    <ConfirmSheet
      open={asking}
      onClose={() => setAsking(false)}
      title={t('removeTitle')}
      sentence={t('removeSentence', { name: one === undefined ? '' : nameOf(one) })}
      kind="danger"
      confirmLabel={t('remove')}
      busy={remove.busy}
      onConfirm={() => {
        if (one !== undefined) void confirmed(one.id);
      }}
    />
  );
  const ask = (asked: Address): void => {
    setOne(asked);
    setAsking(true);
  };
  return { ask, sheet };
}

export function AddressBookScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('addresses');
  const finish = useFinish(securityLink);
  const cameFrom = useParam('back');
  const query = useCall('GET wallet/address', {}, { enabled: useSignedIn() });
  const [adding, setAdding] = useState(false);
  const leaves = useRef(false);
  const deleting = useDeleting();
  // After the sheet has closed, returns a customer who came from a withdrawal to that withdrawal.
  useEffect(() => {
    if (adding || !leaves.current) return;
    leaves.current = false;
    finish();
  }, [adding, finish]);

  function added(): void {
    setAdding(false);
    toastSuccess('added');
    leaves.current = cameFrom !== undefined;
  }

  return (
    <Screen
      onRefresh={() => query.refetch()}
      footer={
        <Button block onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <p className="gutter pt-4 text-sm text-soft">{t('what')}</p>
      <List query={query} onDelete={deleting.ask} />
      <AddAddress
        open={adding}
        coolOffSeconds={query.data?.cool_off_seconds ?? 0}
        onClose={() => setAdding(false)}
        onAdded={added}
      />
      {deleting.sheet}
    </Screen>
  );
}
