/**
 * The browser history; no other module uses `window.history`. Locations follow the hash, including the query:
 * `#/pages/kline/index?symbol=BTC/USDT`. Every entry has an index and a key, so that going back returns to the same mounted
 * screen. An open sheet has a separate entry, so that the back button closes it instead of leaving the page.
 */
export type Entry = {
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
  readonly key: string;
  readonly index: number;
};

type EntryState = { readonly index: number; readonly key: string; readonly overlay?: true };
type Overlay = { readonly close: () => void };

/** Splits the part after the hash; a missing slash is accepted. */
export function parseHash(hash: string): { path: string; search: string } {
  const bare = hash.replace(/^#/, '');
  const cut = bare.indexOf('?');
  const path = cut === -1 ? bare : bare.slice(0, cut);
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return {
    path: trimmed.startsWith('/') ? trimmed : `/${trimmed}`,
    search: cut === -1 ? '' : bare.slice(cut + 1),
  };
}

const listeners = new Set<() => void>();
const overlays: Overlay[] = [];
let waitingForBack: (() => void)[] | undefined;
let keyCount = 0;
let entry: Entry = { path: '/', search: '', key: 'start', index: 0 };
let moved = false;

const newKey = (): string => `${Date.now().toString(36)}-${(keyCount += 1)}`;

function stateNow(): EntryState | undefined {
  const state = window.history.state as Partial<EntryState> | null;
  return typeof state?.index === 'number' && typeof state.key === 'string'
    ? (state as EntryState)
    : undefined;
}

function adopt(state: EntryState): void {
  const { path, search } = parseHash(window.location.hash);
  const same = entry.path === path && entry.search === search && entry.key === state.key;
  entry = same ? entry : { path, search, key: state.key, index: state.index };
  moved ||= !same;
  if (!same) for (const listener of listeners) listener();
}

function onPop(): void {
  if (waitingForBack !== undefined) {
    const tasks = waitingForBack;
    waitingForBack = undefined;
    const state = stateNow();
    if (state !== undefined) adopt(state);
    for (const task of tasks) task();
    return;
  }
  const state = stateNow();
  if (overlays.length > 0) {
    overlays.pop()?.close();
    if (state !== undefined && state.key === entry.key) return;
  }
  if (state === undefined) {
    // The customer edited the address or followed a plain link, either of which adds an entry at the end.
    const fresh: EntryState = { index: entry.index + 1, key: newKey() };
    window.history.replaceState(fresh, '');
    adopt(fresh);
    return;
  }
  if (state.overlay === true) {
    // The sheet of this entry was closed together with its page, so going forward leads to the page.
    adopt(state);
    window.history.back();
    return;
  }
  adopt(state);
}

export function startHistory(): void {
  window.history.scrollRestoration = 'manual';
  const state = stateNow() ?? { index: 0, key: newKey() };
  window.history.replaceState({ index: state.index, key: state.key }, '');
  adopt(state);
  moved = false;
  window.addEventListener('popstate', onPop);
}

export function subscribeEntry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentEntry(): Entry {
  return entry;
}

/** Whether the customer has navigated since the app was opened. */
export function hasMoved(): boolean {
  return moved;
}

export function locationOf({ path, search }: Entry): string {
  return search === '' ? path : `${path}?${search}`;
}

/** Goes to a location such as `/pages/market/index?kind=forex`. With `replace`, keeps the screen and its state. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (waitingForBack !== undefined) {
    waitingForBack.push(() => navigate(to, options));
    return;
  }
  const { path, search } = parseHash(to);
  if (path === entry.path && search === entry.search && overlays.length === 0) return;
  const url = `#${path}${search === '' ? '' : `?${search}`}`;
  // The entry of an open sheet becomes the entry of the new page, so that "back" leads to the page below the sheet.
  const sheets = overlays.splice(0);
  for (const sheet of sheets) sheet.close();
  const keepKey = options.replace === true && path === entry.path && sheets.length === 0;
  const replace = options.replace === true || sheets.length > 0;
  const next: EntryState = {
    index: options.replace === true ? entry.index : entry.index + 1,
    key: keepKey ? entry.key : newKey(),
  };
  if (replace) window.history.replaceState(next, '', url);
  else window.history.pushState(next, '', url);
  adopt(next);
}

/** Goes back one page; if that would leave the app, navigates to `fallback`. */
export function goBack(fallback: string): void {
  // Waits while a sheet's entry is being removed, because the browser would merge two simultaneous steps back into a single step.
  if (waitingForBack !== undefined) waitingForBack.push(() => goBack(fallback));
  else if (entry.index > 0) window.history.back();
  else navigate(fallback, { replace: true });
}

/**
 * Registers an open sheet. The returned function removes the sheet's entry if the sheet is closed in any way other than going
 * back. If the entry of another sheet is still being removed, the new entry is added afterwards, because going back would
 * otherwise skip both entries.
 */
export function pushOverlay(close: () => void): () => void {
  const overlay: Overlay = { close };
  overlays.push(overlay);
  let pushed = false;
  const push = (): void => {
    if (!overlays.includes(overlay)) return;
    pushed = true;
    const state: EntryState = { index: entry.index, key: entry.key, overlay: true };
    window.history.pushState(state, '');
  };
  if (waitingForBack === undefined) push();
  else waitingForBack.push(push);
  return () => {
    const at = overlays.indexOf(overlay);
    if (at === -1) return;
    overlays.splice(at, 1);
    if (!pushed) return;
    waitingForBack = waitingForBack ?? [];
    window.history.back();
  };
}
