/** Opens the item that the screen's address names, for example from the link of a message, however far down its list it is. */
import { useEffect, useRef } from 'react';
import { useParam } from './location.ts';

const ids = /^\d{1,17}$/;

/** The page of a list by id that begins with the named item; undefined if the address names none. */
export function useNamedPage(): { readonly cursor: string; readonly limit: number } | undefined {
  const id = useParam('id');
  return id === undefined || !ids.test(id) ? undefined : { cursor: (BigInt(id) + 1n).toString(), limit: 1 };
}

/** Opens the item that a parameter of the address names, once the list contains it. */
export function useShowNamed<Item extends { readonly id: string }>(
  items: readonly Item[] | undefined,
  show: (item: Item) => void,
  param = 'id',
): void {
  const id = useParam(param);
  const opened = useRef<string>(undefined);
  const found = items?.find((item) => item.id === id);
  useEffect(() => {
    if (found === undefined || opened.current === found.id) return;
    opened.current = found.id;
    show(found);
  }, [found, show]);
}
