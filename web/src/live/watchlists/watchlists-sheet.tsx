/** The sheet in which the customer creates, renames, moves and deletes watchlists. */
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EditedList } from './edited-list.tsx';
import { movedList, withList } from './list-changes.ts';
import type { Watchlists } from './list-changes.ts';
import { useListName } from './list-name.ts';
import { NameForm } from './name-form.tsx';
import { OrderRow } from './order-row.tsx';
import { useWatchlists } from './use-watchlists.ts';
import type { UsedWatchlists } from './use-watchlists.ts';

export type WatchlistsSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the name of a list that was created or renamed, so that the screen shows it. */
  readonly onName: (name: string) => void;
};

type AllListsProps = Pick<UsedWatchlists, 'change'> & {
  readonly lists: Watchlists;
  readonly onEdit: (name: string) => void;
  readonly onName: (name: string) => void;
};

function AllLists({ lists, change, onEdit, onName }: AllListsProps) {
  const t = useTranslations('watchlists');
  const nameOf = useListName();
  return (
    <>
      <ul className="-mx-4">
        {lists.map((list, at) => (
          <OrderRow
            key={list.name}
            name={nameOf(list)}
            at={at}
            count={lists.length}
            onMove={(to) => void change(movedList(list.name, to))}
            end={
              <IconButton
                icon={Pencil}
                size={18}
                label={t('edit', { name: nameOf(list) })}
                onClick={() => onEdit(list.name)}
                className="text-soft"
              />
            }
          >
            <span className="block break-words">{nameOf(list)}</span>
            <span className="block text-sm text-quiet">{t('count', { count: list.symbols.length })}</span>
          </OrderRow>
        ))}
      </ul>
      <div className="pt-3">
        <NameForm
          lists={lists}
          submitLabel={t('create')}
          onName={(name) => {
            void change(withList(name));
            onName(name);
          }}
        />
      </div>
    </>
  );
}

export function WatchlistsSheet({ open, onClose, onName }: WatchlistsSheetProps) {
  const t = useTranslations('watchlists');
  const nameOf = useListName();
  const { lists, change } = useWatchlists();
  const [edited, setEdited] = useState<string>();
  const list = lists?.find(({ name }) => name === edited);
  return (
    <Sheet open={open} onClose={onClose} title={list === undefined ? t('manage') : nameOf(list)}>
      {lists === undefined && <SkeletonRows count={2} />}
      {lists !== undefined && list === undefined && (
        <AllLists lists={lists} change={change} onEdit={setEdited} onName={onName} />
      )}
      {lists !== undefined && list !== undefined && (
        <EditedList
          key={list.name}
          list={list}
          lists={lists}
          change={change}
          onName={(name) => {
            setEdited(name);
            onName(name);
          }}
          onDone={() => setEdited(undefined)}
        />
      )}
    </Sheet>
  );
}
