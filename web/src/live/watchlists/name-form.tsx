/** The name of a new watchlist, or the new name of an existing one. */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { watchlistLimits } from '@candor/protocol/watchlists/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { nameProblem } from './list-changes.ts';
import type { Watchlists } from './list-changes.ts';

export type NameFormProps = {
  readonly lists: Watchlists;
  /** The present name of the list, and how the screen shows it; undefined for a new list. */
  readonly own?: { readonly name: string; readonly shown: string };
  readonly submitLabel: string;
  readonly onName: (name: string) => void;
};

export function NameForm({ lists, own, submitLabel, onName }: NameFormProps) {
  const t = useTranslations('watchlists');
  const [typed, setTyped] = useState(own?.name ?? '');
  const [isChecked, setChecked] = useState(false);
  const problem = nameProblem(lists, own === undefined ? { typed } : { typed, own: own.name });
  const isFull = own === undefined && lists.length >= watchlistLimits.lists;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (problem !== undefined || isFull) return;
    onName(typed.trim());
    setChecked(false);
    if (own === undefined) setTyped('');
  };
  if (isFull)
    return <p className="pb-2 text-sm text-soft">{t('listsFull', { max: watchlistLimits.lists })}</p>;
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={own === undefined ? t('newList') : t('name')}
          value={typed}
          placeholder={own?.shown}
          autoComplete="off"
          enterKeyHint="done"
          error={
            isChecked && problem !== undefined
              ? t(`problem.${problem}`, { max: watchlistLimits.nameLength })
              : undefined
          }
          onChange={(event) => {
            setTyped(event.target.value);
            setChecked(false);
          }}
        />
      </div>
      {/* Aligned with the field, below its label. */}
      <div className="pt-6">
        <Button type="submit" kind="secondary" needsNetwork={false}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
