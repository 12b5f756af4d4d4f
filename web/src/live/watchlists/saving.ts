/**
 * Saves changes of the customer's watchlists one after the other. Screens show a change immediately; it is undone if the server
 * refuses it. If another device has saved in the meantime, the change is repeated on its lists. Lists that another device saved
 * are read immediately, but not while a change of this device is on its way, which would hide it for a moment.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { NetworkFailure, payloadOf, RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { createApi, createQueryClient } from '../../lib/api.ts';
import { callKey } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { createLiveConnection } from '../connection.ts';
import type { Change, Watchlists } from './list-changes.ts';

type Saved = CallOutput<'GET watchlists'>;
export type ChangeOutcome = 'saved' | 'refused' | 'no network';

export type WatchlistSaving = {
  /** `first` has the lists of a customer for whom nothing is saved. */
  readonly change: (change: Change, first: Watchlists) => Promise<ChangeOutcome>;
  readonly isBusy: () => boolean;
};

/** Another device may save again between a refusal and the retry, but not indefinitely. */
const ATTEMPTS = 4;
const KEY = callKey('GET watchlists', {});

const copied = (lists: Watchlists): Saved['items'] =>
  lists.map(({ name, symbols }) => ({ name, symbols: [...symbols] }));

const changed = (saved: Saved, change: Change, first: Watchlists): Saved => ({
  ...saved,
  items: copied(change(saved.items.length === 0 ? first : saved.items)),
});

export function createWatchlistSaving(app: AppState): WatchlistSaving {
  const queries = app.of(createQueryClient);
  const { api, showRefusal } = app.of(createApi);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function attempt(change: Change, first: Watchlists): Promise<void> {
    for (let left = ATTEMPTS; ; left -= 1) {
      const base = payloadOf(await api('GET watchlists', {}, { quiet: true }));
      const wanted = changed(base, change, first);
      const answer = await api('POST watchlists', wanted, { showsRefusal: true });
      if (answer.type === 'error' && answer.error === 'watchlists_changed' && left > 1) continue;
      const saved = payloadOf(answer);
      // Later changes, which are shown already, are not part of this answer.
      if (waiting === 1) queries.setQueryData(KEY, saved);
      return;
    }
  }

  async function save(change: Change, first: Watchlists): Promise<ChangeOutcome> {
    try {
      await attempt(change, first);
      return 'saved';
    } catch (failure) {
      void queries.invalidateQueries({ queryKey: KEY });
      if (failure instanceof NetworkFailure) return 'no network';
      if (!(failure instanceof RefusedError)) throw failure;
      if (failure.refusal.type === 'error') showRefusal(failure.refusal);
      return 'refused';
    }
  }

  app.of(createLiveConnection).on('watchlists', ({ version }) => {
    void last.then(() => {
      const known = queries.getQueryData<Saved>(KEY)?.version;
      if (version === null || known === undefined || known < version)
        void queries.invalidateQueries({ queryKey: KEY });
    });
  });

  return {
    isBusy: () => waiting > 0,
    change: (change, first) => {
      waiting += 1;
      const { token } = useSession.getState();
      void queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<Saved>(KEY, (saved) => saved && changed(saved, change, first));
      const saving = last.then(() =>
        // A customer who has logged in since does not get the previous customer's lists.
        useSession.getState().token === token ? save(change, first) : 'refused',
      );
      last = saving.catch(() => undefined).finally(() => (waiting -= 1));
      return saving;
    },
  };
}
