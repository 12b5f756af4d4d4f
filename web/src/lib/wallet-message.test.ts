/** The requests to a browser wallet, with every known behaviour of wallets. */
import { describe, expect, it } from 'vitest';
import { messageOf, signWith, withChecksum } from './wallet-message.ts';
import { findWallets } from './wallet-providers.ts';
import type { WalletProvider } from './wallet-providers.ts';

const asked = {
  nonce: '00112233445566778899aabbccddeeff',
  domain: 'candor.example:8080',
  uri: 'http://candor.example:8080',
  chain_id: 42_161,
  statement: 'Sign in to Candor.',
  issued_at: 1_780_315_140,
  expires_at: 1_780_315_440,
} as const;

const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const error = (code: number) => Object.assign(new Error('no'), { code });

/** The only requests that this app may make to a wallet. */
const allowed = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
];

type Behaviour = {
  readonly accounts?: unknown;
  readonly chain?: string;
  readonly knowsChain?: boolean;
  /** The requests that fail, and their errors. */
  readonly fails?: Readonly<Record<string, unknown>>;
  readonly staysOnChain?: boolean;
};

function wallet({ accounts = [address], chain = '0xa4b1', knowsChain = true, ...rest }: Behaviour = {}) {
  const { fails = {}, staysOnChain = false } = rest;
  const heard: { method: string; params: readonly unknown[] }[] = [];
  let current = chain;
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts: () => accounts,
    eth_chainId: () => current,
    wallet_switchEthereumChain: () => {
      if (!knowsChain) throw error(4902);
      if (!staysOnChain) current = '0xa4b1';
      return null;
    },
    wallet_addEthereumChain: () => {
      current = '0xa4b1';
      return null;
    },
    personal_sign: () => '0xsigned',
  };
  const provider: WalletProvider = {
    request: ({ method, params = [] }) => {
      heard.push({ method, params });
      const answer = answers[method];
      if (method in fails || answer === undefined) return Promise.reject(fails[method]);
      return Promise.resolve().then(() => answer(params));
    },
  };
  return { provider, heard };
}

const sign = (provider: WalletProvider) => signWith(provider, () => Promise.resolve(asked));

describe('signing with a wallet', () => {
  it('requests only the accounts, the chain and one signature', async () => {
    const { provider, heard } = wallet();
    const signed = await sign(provider);
    expect(signed).toEqual({
      address: checksummed,
      message: messageOf(checksummed, asked),
      sign: '0xsigned',
    });
    expect(heard.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'personal_sign',
    ]);
  });

  it('passes the exact message to the wallet as hexadecimal bytes', async () => {
    const { provider, heard } = wallet();
    await sign(provider);
    const [bytes, who] = heard.at(-1)?.params ?? [];
    expect(Buffer.from(String(bytes).slice(2), 'hex').toString()).toBe(
      [
        'candor.example:8080 wants you to sign in with your Ethereum account:',
        checksummed,
        '',
        'Sign in to Candor.',
        '',
        'URI: http://candor.example:8080',
        'Version: 1',
        'Chain ID: 42161',
        'Nonce: 00112233445566778899aabbccddeeff',
        'Issued At: 2026-06-01T11:59:00.000Z',
        'Expiration Time: 2026-06-01T12:04:00.000Z',
      ].join('\n'),
    );
    expect(who).toBe(checksummed);
  });

  it('requests a switch to Arbitrum One if the wallet is on a different chain', async () => {
    const { provider, heard } = wallet({ chain: '0x1' });
    expect(await sign(provider)).toHaveProperty('sign');
    expect(heard).toContainEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa4b1' }] });
  });

  it('requests to add Arbitrum One if the wallet does not have it', async () => {
    const { provider, heard } = wallet({ chain: '0x38', knowsChain: false });
    expect(await sign(provider)).toHaveProperty('sign');
    const added = heard.find(({ method }) => method === 'wallet_addEthereumChain');
    expect(added?.params).toMatchObject([{ chainId: '0xa4b1', chainName: 'Arbitrum One' }]);
  });

  const wrapped = { code: -32603, data: { originalError: { code: 4001 } } };
  it.each<[string, Behaviour, string]>([
    ['with no account', { accounts: [] }, 'no_account'],
    ['whose account is not an address', { accounts: ['0x12'] }, 'no_account'],
    ['that returns null', { accounts: null }, 'no_account'],
    ['whose owner grants no account', { fails: { eth_requestAccounts: error(4001) } }, 'refused'],
    ['with another prompt open', { fails: { eth_requestAccounts: error(-32002) } }, 'pending'],
    ['that is locked', { fails: { eth_requestAccounts: error(4100) } }, 'locked'],
    ['whose owner does not sign', { fails: { personal_sign: error(4001) } }, 'refused'],
    ['that wraps its errors', { fails: { personal_sign: wrapped } }, 'refused'],
    ['that throws undefined', { fails: { personal_sign: undefined } }, 'failed'],
    [
      'whose owner declines the switch',
      { chain: '0x1', fails: { wallet_switchEthereumChain: error(4001) } },
      'chain',
    ],
    [
      'with the prompt for the switch open',
      { chain: '0x1', fails: { wallet_switchEthereumChain: error(-32002) } },
      'pending',
    ],
    [
      'whose owner declines to add the chain',
      { chain: '0x1', knowsChain: false, fails: { wallet_addEthereumChain: error(4001) } },
      'chain',
    ],
    ['that reports a switch without switching', { chain: '0x1', staysOnChain: true }, 'chain'],
  ])('returns the reason if a wallet %s gives no signature', async (_, behaviour, failure) => {
    const { provider, heard } = wallet(behaviour);
    expect(await sign(provider)).toEqual({ failure });
    expect(heard.filter(({ method }) => !allowed.includes(method))).toEqual([]);
  });
});

it.each([
  ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', checksummed],
  ['0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
])('formats the address %s with its checksum', (plain, written) => {
  expect(withChecksum(plain)).toBe(written);
});

describe('finding the wallets of a page', () => {
  const { provider } = wallet();
  const page = (announces: readonly unknown[], ethereum?: unknown): Window => {
    const target = new EventTarget();
    target.addEventListener('eip6963:requestProvider', () => {
      for (const detail of announces) {
        target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      }
    });
    return Object.assign(target, { ethereum }) as unknown as Window;
  };
  const info = { uuid: 'a', name: 'Alpha', icon: 'data:image/png;base64,AA', rdns: 'a.example' };

  it('returns each announced wallet once, in the order of the announcements', async () => {
    const two = { info: { ...info, uuid: 'b', name: 'Beta' }, provider };
    const found = await findWallets(page([{ info, provider }, two, two], provider));
    expect(found.map(({ name, icon }) => [name, icon])).toEqual([
      ['Alpha', info.icon],
      ['Beta', info.icon],
    ]);
  });

  it('returns a wallet that exists only in window.ethereum', async () => {
    expect(await findWallets(page([], provider))).toMatchObject([{ name: undefined, provider }]);
  });

  it('returns nothing if there is no valid wallet', async () => {
    expect(await findWallets(page([]))).toEqual([]);
    expect(await findWallets(page([null, { info }, { provider }, { info: {}, provider }], {}))).toEqual([]);
  });

  it('leaves out an icon with a remote address', async () => {
    const found = await findWallets(
      page([{ info: { ...info, icon: 'https://elsewhere.example/i.png' }, provider }]),
    );
    expect(found).toMatchObject([{ icon: undefined }]);
  });
});
