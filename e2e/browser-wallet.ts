/**
 * A browser wallet in the page. It announces itself (EIP-6963) or only exists as `window.ethereum`. The test holds its key,
 * records every request to the wallet and answers it.
 */
import type { Page } from '@playwright/test';
import { testWallet } from '@candor/testing/test-wallet.ts';

type Asked = { readonly method: string; readonly params?: readonly unknown[] };
type Answer = { readonly result: unknown } | { readonly code: number };

export type WalletOptions = {
  readonly seed: number;
  /** A wallet with a name announces itself. */
  readonly name?: string;
};

/** Error codes of EIP-1193: the owner refused, or the chain is unknown. */
const REFUSED = 4001;
const CHAIN_UNKNOWN = 4902;

export class BrowserWallet {
  readonly asked: string[] = [];
  readonly address: string;
  accounts: readonly string[];
  chain = '0x1';
  readonly knownChains = new Set(['0x1']);
  readonly failing = new Map<string, number>();
  readonly #sign: (text: string) => string;

  constructor({ seed }: Pick<WalletOptions, 'seed'>) {
    const { address, sign } = testWallet(seed);
    this.address = address;
    // Many wallets return an address in lower case.
    this.accounts = [address.toLowerCase()];
    this.#sign = sign;
  }

  refuse(method: string, code = REFUSED): void {
    this.failing.set(method, code);
  }

  answer({ method, params = [] }: Asked): Answer {
    this.asked.push(method);
    const code = this.failing.get(method);
    if (code !== undefined) return { code };
    const [first] = params;
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return { result: this.accounts };
      case 'eth_chainId':
        return { result: this.chain };
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const { chainId } = first as { chainId: string };
        if (method === 'wallet_addEthereumChain') this.knownChains.add(chainId);
        if (!this.knownChains.has(chainId)) return { code: CHAIN_UNKNOWN };
        this.chain = chainId;
        return { result: null };
      }
      case 'personal_sign':
        return { result: this.#sign(Buffer.from(String(first).slice(2), 'hex').toString()) };
      default:
        throw new Error(`expected a supported request to the wallet, found ${method}`);
    }
  }
}

export async function installWallet(page: Page, options: WalletOptions): Promise<BrowserWallet> {
  const wallet = new BrowserWallet(options);
  const door = `walletNumber${options.seed}`;
  await page.exposeFunction(door, (asked: Asked) => wallet.answer(asked));
  await page.addInitScript(
    ({ name, doorName, uuid }) => {
      const ask = (asked: unknown) =>
        (window as unknown as Record<string, (asked: unknown) => Promise<Answer>>)[doorName]?.(asked);
      const provider = {
        request: async (asked: unknown) => {
          const answer = await ask(asked);
          if (answer === undefined || 'code' in answer) {
            throw Object.assign(new Error('the user rejected the request'), { code: answer?.code });
          }
          return answer.result;
        },
      };
      if (name === undefined) {
        Object.assign(window, { ethereum: provider });
        return;
      }
      const info = {
        uuid,
        name,
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
        rdns: uuid,
      };
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        );
      window.addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    { name: options.name, doorName: door, uuid: `wallet-${options.seed}` },
  );
  return wallet;
}
