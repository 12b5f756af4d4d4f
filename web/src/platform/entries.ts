/**
 * The entry points of a feature other than its addresses: rows of the account menu, and the notices that link to the feature. The
 * app collects the entry points of all features and passes them to the screens that show them, so that these screens do not
 * depend on the features.
 */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { NoticeTopic } from '@candor/protocol/notices/notice.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { createContext, use } from 'react';
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl';
import type { Message } from '../lib/notice-texts.ts';
import type { ToastTone } from '../lib/notices.ts';

export type Lead = { readonly href: string; readonly title: keyof Messages['titles'] };

export type NoticeEntry = {
  readonly lead: Lead | ((params: Message['params']) => Lead);
  /** The tone of the notice's toast; undefined if the screen or the feature announces the event in a different way. */
  readonly tone?: ToastTone;
};

export type MenuEntry = {
  /** `products` are tiles, the others rows. */
  readonly group: 'products' | 'activity' | 'preferences' | 'proofs' | 'developers' | 'help';
  /** The order within the group. */
  readonly place: number;
  readonly icon: LucideIcon;
  readonly says: MessageKeys<Messages, NestedKeyOf<Messages>>;
  readonly href: string;
  readonly forCustomers?: true;
  /** Shown at the end of the row. */
  readonly Mark?: ComponentType;
};

/** An action on a coin, next to its wallet. */
export type CoinEntry = Pick<MenuEntry, 'place' | 'icon' | 'says'> & {
  /** Returns the address for a coin that is bought with USDT on this instrument. */
  readonly hrefOf: (symbol: string) => string;
};

export type Entries = {
  readonly coins?: readonly CoinEntry[];
  readonly menu?: readonly MenuEntry[];
  readonly notices?: Readonly<Partial<Record<NoticeKind, NoticeEntry>>>;
  readonly topics?: Readonly<Partial<Record<NoticeTopic, LucideIcon>>>;
};

export type AllEntries = Required<Entries>;

/** Fetches the entries once. After a failure, the next call tries again. */
export type LoadEntries = () => Promise<AllEntries>;

export const EntriesContext = createContext<LoadEntries>(() =>
  Promise.reject(new Error('expected the app to provide entries, found none')),
);

/** Returns the entries of all features. Suspends until they have loaded. */
export function useEntries(): AllEntries {
  return use(use(EntriesContext)());
}
