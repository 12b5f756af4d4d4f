/** The item of a list that is open in a sheet. It follows updates of the list, and is kept while the sheet closes. */
import { useState } from 'react';

export type Opened<Item> = {
  /** Undefined until an item was opened. */
  readonly item: Item | undefined;
  readonly show: (item: Item) => void;
  readonly sheet: { readonly open: boolean; readonly onClose: () => void };
};

export function useOpened<Item extends { readonly id: string }>(
  items: readonly Item[] | undefined,
): Opened<Item> {
  const [chosen, setChosen] = useState<Item>();
  const [open, setOpen] = useState(false);
  return {
    item: items?.find(({ id }) => id === chosen?.id) ?? chosen,
    show: (item) => {
      setChosen(item);
      setOpen(true);
    },
    sheet: { open, onClose: () => setOpen(false) },
  };
}
