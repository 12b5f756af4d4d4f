/**
 * The browser wallets of this page. Each wallet announces itself on request (EIP-6963); older wallets exist only in
 * `window.ethereum`. A wallet's name and icon are displayed but not trusted.
 */

/** A wallet as defined by EIP-1193: one function that may prompt its owner. */
export type WalletProvider = {
  request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown>;
};

export type FoundWallet = {
  readonly id: string;
  /** Undefined for an older wallet, which has no name. */
  readonly name: string | undefined;
  /** An image in a data URI. */
  readonly icon: string | undefined;
  readonly provider: WalletProvider;
};

/** The time for wallets to announce themselves. They do so immediately unless the browser is still loading them. */
const ANNOUNCE_MS = 250;

/** A wallet's announcement, whose fields are unknown because a wallet is not trusted. */
type Announced = {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown; readonly icon?: unknown };
  readonly provider?: unknown;
};

function isProvider(thing: unknown): thing is WalletProvider {
  return typeof (thing as Partial<WalletProvider> | null | undefined)?.request === 'function';
}

function readAnnounced(detail: unknown): FoundWallet | undefined {
  const { info, provider } = (detail ?? {}) as Announced;
  if (!isProvider(provider) || typeof info?.uuid !== 'string' || typeof info.name !== 'string') {
    return undefined;
  }
  const { icon } = info;
  const isPicture = typeof icon === 'string' && /^data:image\/(?:svg\+xml|png|webp|jpeg|gif)[;,]/.test(icon);
  return {
    id: info.uuid,
    name: info.name.slice(0, 40),
    icon: isPicture ? icon : undefined,
    provider,
  };
}

/** Returns all available wallets in the order of their announcements. */
export async function findWallets(page: Window = window): Promise<readonly FoundWallet[]> {
  const found = new Map<string, FoundWallet>();
  const listen = (event: Event): void => {
    const wallet = readAnnounced((event as CustomEvent<unknown>).detail);
    if (wallet !== undefined) found.set(wallet.id, wallet);
  };
  page.addEventListener('eip6963:announceProvider', listen);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  page.removeEventListener('eip6963:announceProvider', listen);
  if (found.size > 0) return [...found.values()];
  const { ethereum } = page as { readonly ethereum?: unknown };
  return isProvider(ethereum)
    ? [{ id: 'window.ethereum', name: undefined, icon: undefined, provider: ethereum }]
    : [];
}
