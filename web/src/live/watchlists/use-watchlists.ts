/**
 * The customer's watchlists: kept with the account, so that they are the same on every device. A visitor has one list, the
 * favourites of this device, which become the first list of the account once it has none.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useSetting } from '../../lib/device.ts';
import type { Setting } from '../../lib/device.ts';
import { useToasts } from '../../lib/notices.ts';
import { useCall } from '../../lib/queries.ts';
import type { Change, Watchlists } from './list-changes.ts';
import { createWatchlistSaving } from './saving.ts';
import type { ChangeOutcome } from './saving.ts';

/** The favourites until the first one is added or removed. */
const FAVOURITES: readonly string[] = ['BTC/USDT', 'ETH/USDT', 'XAU/USD', 'EUR/USD'];

function readFavourites(stored: unknown): readonly string[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return stored.filter((symbol): symbol is string => typeof symbol === 'string');
}

const setting: Setting<readonly string[] | undefined> = {
  store: 'localStorage',
  key: 'candor.favourites',
  parse: readFavourites,
};

export type UsedWatchlists = {
  /** Undefined until the account's lists are loaded, then at least one. */
  readonly lists: Watchlists | undefined;
  /** Shows the change immediately. A failure is reported and undone. */
  readonly change: (change: Change) => Promise<ChangeOutcome>;
};

export function useWatchlists(): UsedWatchlists {
  const t = useTranslations('ui');
  const { showToast } = useToasts();
  const [onDevice, setOnDevice] = useSetting(setting);
  const isSignedIn = useSignedIn();
  const { data, isError } = useCall('GET watchlists', {}, { enabled: isSignedIn });
  const saving = useSlice(createWatchlistSaving);
  const first = useMemo(() => [{ name: '', symbols: onDevice ?? FAVOURITES }], [onDevice]);
  const change = useCallback(
    async (wanted: Change): Promise<ChangeOutcome> => {
      if (!isSignedIn) {
        setOnDevice((before) => wanted([{ name: '', symbols: before ?? FAVOURITES }])[0]?.symbols);
        return 'saved';
      }
      const outcome = await saving.change(wanted, first);
      if (outcome === 'saved') setOnDevice(() => undefined);
      if (outcome === 'no network') showToast(t('networkFailed'), 'bad');
      return outcome;
    },
    [isSignedIn, saving, first, setOnDevice, showToast, t],
  );
  const moves = isSignedIn && data?.items.length === 0 && onDevice !== undefined;
  useEffect(() => {
    // The save in progress includes the device's favourites.
    if (!moves || saving.isBusy()) return;
    const move = async (): Promise<void> => {
      if ((await saving.change((lists) => lists, first)) === 'saved') setOnDevice(() => undefined);
    };
    void move();
  }, [moves, saving, first, setOnDevice]);
  // Without the account's lists, a screen shows the favourites and not an error, because prices matter more than their order.
  if (!isSignedIn || isError) return { lists: first, change };
  return { lists: data === undefined || data.items.length > 0 ? data?.items : first, change };
}
