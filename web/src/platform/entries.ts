/**
 * Where a feature is found besides its address: in the menus of the account and behind the messages that tell of it. The app gathers what
 * all features have, and hands it to the screens that show it, which know none of them.
 */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { NoticeTopic } from '@candor/protocol/notices/notice.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { createContext, use } from 'react';
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl';
import type { Message } from '../lib/notice-texts.ts';
import type { ToastTone } from '../lib/notices.ts';

/** A screen, and its title. */
export type Lead = { readonly href: string; readonly title: keyof Messages['titles'] };

export type NoticeEntry = {
  /** The screen of what the message tells. */
  readonly lead: Lead | ((params: Message['params']) => Lead);
  /** How it is toasted as it comes; left out where the screen, or what it is about, says so itself. */
  readonly tone?: ToastTone;
};

export type MenuEntry = {
  readonly group: 'trading' | 'preferences' | 'help';
  /** The order within the group. */
  readonly place: number;
  readonly icon: LucideIcon;
  readonly says: MessageKeys<Messages, NestedKeyOf<Messages>>;
  readonly href: string;
  readonly forCustomers?: true;
  /** Stands at the end of the row. */
  readonly Mark?: ComponentType;
};

/** What may be done with a coin, beside its wallet. */
export type CoinEntry = Pick<MenuEntry, 'place' | 'icon' | 'says'> & {
  /** For a coin that is bought with USDT, at this instrument. */
  readonly hrefOf: (symbol: string) => string;
};

export type Entries = {
  readonly coins?: readonly CoinEntry[];
  readonly menu?: readonly MenuEntry[];
  readonly notices?: Readonly<Partial<Record<NoticeKind, NoticeEntry>>>;
  /** The icon of a topic that messages are about. */
  readonly topics?: Readonly<Partial<Record<NoticeTopic, LucideIcon>>>;
};

export type AllEntries = Required<Entries>;

/** Fetches them once; what did not come is asked for again. */
export type LoadEntries = () => Promise<AllEntries>;

export const EntriesContext = createContext<LoadEntries>(() =>
  Promise.reject(new Error('the app hands in no entries')),
);

/** The entries of all features; until they are here, the screen waits. */
export function useEntries(): AllEntries {
  return use(use(EntriesContext)());
}
