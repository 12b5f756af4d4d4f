/** One watchlist: its name, its instruments in their order, and the button that deletes it. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { movedSymbol, renamed, withoutList, withSymbol } from './list-changes.ts';
import type { Watchlist, Watchlists } from './list-changes.ts';
import { useListName } from './list-name.ts';
import { NameForm } from './name-form.tsx';
import { OrderRow } from './order-row.tsx';
import type { UsedWatchlists } from './use-watchlists.ts';

export type EditedListProps = Pick<UsedWatchlists, 'change'> & {
  readonly list: Watchlist;
  readonly lists: Watchlists;
  readonly onName: (name: string) => void;
  /** Leads back to all lists. */
  readonly onDone: () => void;
};

type DeletionProps = {
  readonly name: string;
  readonly isOnly: boolean;
  readonly onDelete: () => void;
  readonly onDone: () => void;
};

/** Deleting takes a second tap, because a list of a hundred instruments is not quickly recreated. */
function Deletion({ name, isOnly, onDelete, onDone }: DeletionProps) {
  const t = useTranslations('watchlists');
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="space-y-2 pt-4">
      {isOnly && <p className="text-sm text-quiet">{t('onlyList')}</p>}
      {isAsked && <p className="text-sm text-soft">{t('deleteSentence', { name })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" className="flex-1" onClick={onDone}>
          {t('allLists')}
        </Button>
        {!isOnly && (
          <Button
            kind={isAsked ? 'danger' : 'quiet'}
            className="flex-1"
            onClick={isAsked ? onDelete : () => setAsked(true)}
          >
            {t('delete')}
          </Button>
        )}
      </div>
    </div>
  );
}

export function EditedList({ list, lists, change, onName, onDone }: EditedListProps) {
  const t = useTranslations('watchlists');
  const nameOf = useListName();
  const { name, symbols } = list;
  return (
    <>
      <NameForm
        lists={lists}
        own={{ name, shown: nameOf(list) }}
        submitLabel={t('save')}
        onName={(wanted) => {
          if (wanted !== name) void change(renamed(name, wanted));
          onName(wanted);
        }}
      />
      {symbols.length === 0 ? (
        <p className="py-4 text-sm text-quiet">{t('empty')}</p>
      ) : (
        <ul className="-mx-4 pt-2">
          {symbols.map((symbol, at) => (
            <OrderRow
              key={symbol}
              name={symbol}
              at={at}
              count={symbols.length}
              onMove={(to) => void change(movedSymbol(name, { symbol, to }))}
              end={
                <IconButton
                  icon={X}
                  size={18}
                  label={t('removeSymbol', { symbol, name: nameOf(list) })}
                  onClick={() => void change(withSymbol(name, { symbol, isOn: false }))}
                  className="text-soft"
                />
              }
            >
              {symbol}
            </OrderRow>
          ))}
        </ul>
      )}
      <Deletion
        name={nameOf(list)}
        isOnly={lists.length === 1}
        onDelete={() => {
          void change(withoutList(name));
          onDone();
        }}
        onDone={onDone}
      />
    </>
  );
}
