/** The customer's watchlists as chips, of which one is shown, and the button that changes them. */
import { useTranslations } from 'use-intl';
import type { Watchlists } from '../../live/watchlists/list-changes.ts';
import { useListName } from '../../live/watchlists/list-name.ts';
import { ManageButton } from '../../live/watchlists/manage-button.tsx';
import type { ChosenList } from '../../live/watchlists/use-chosen-list.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';

export type ListChipsProps = ChosenList & { readonly lists: Watchlists };

export function ListChips({ lists, chosen, choose }: ListChipsProps) {
  const t = useTranslations('watchlists');
  const nameOf = useListName();
  return (
    <div className="hairline flex min-h-11 items-center pr-1">
      <ChipChoice
        label={t('lists')}
        className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-3 py-1.5 [scrollbar-width:none]"
        options={lists.map((list) => ({ value: list.name, label: nameOf(list) }))}
        value={chosen.name}
        onChange={choose}
      />
      <ManageButton onName={choose} />
    </div>
  );
}
