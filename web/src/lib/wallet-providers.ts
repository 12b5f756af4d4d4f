/**
 * The browser wallets of this page. Each announces itself when asked (EIP-6963); an older one only lies in
 * `window.ethereum`. What a wallet says of itself is shown as text and picture and believed in nothing.
 */

/** A wallet, as EIP-1193 has it: one function that may ask its owner something. */
export type WalletProvider = {
  request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown>;
};

export type FoundWallet = {
  readonly id: string;
  /** Undefined: an older wallet, which does not say. */
  readonly name: string | undefined;
  /** A picture in a data URI. */
  readonly icon: string | undefined;
  readonly provider: WalletProvider;
};

/** Wallets answer at once; one that has not by now is still being loaded by its browser. */
const ANNOUNCE_MS = 250;

/** Whatever a wallet wrote is looked at before it is used. */
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

/** Every wallet that there is, in the order in which they announced themselves. */
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
