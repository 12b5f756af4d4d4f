/** The item of a list that is open in a sheet. It stays while the sheet closes, and follows updates of the list meanwhile. */
import { useState } from 'react';

export type Opened<Item> = {
  /** Undefined until one was opened. */
  readonly item: Item | undefined;
  readonly show: (item: Item) => void;
  /** The sheet's props. */
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
