/** Validates addresses from published vectors (EIP-55, base58check, BIP-173 and BIP-350), and near misses of each. */
import { expect, test } from 'vitest';
import { chainNames } from '@candor/protocol/networks.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { checkedAddress, isChain } from './addresses.ts';

/** Returns the address in the stored form; undefined if it is rejected. */
function kept(network: Chain, text: string): string | undefined {
  const checked = checkedAddress(network, text);
  return checked.ok ? checked.value.address : undefined;
}

const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

test.each(EIP_55)(
  'accepts the EIP-55 address %s as published and in lower case, and rejects any other capitalisation',
  (address) => {
    for (const network of ['ethereum', 'arbitrum'] as const) {
      expect(checkedAddress(network, address)).toEqual({
        ok: true,
        value: { address, key: address.toLowerCase() },
      });
      expect(kept(network, address.toLowerCase())).toBe(address);
      expect(kept(network, ` ${address}\n`)).toBe(address);
    }
    // Flips the case of each letter in turn. The result is never valid, unless it contains no capitals.
    [...address].forEach((letter, at) => {
      if (at < 2 || !/[a-f]/i.test(letter)) return;
      const turned = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
      const text = address.slice(0, at) + turned + address.slice(at + 1);
      if (text !== text.toLowerCase()) expect(kept('ethereum', text), text).toBeUndefined();
    });
  },
);

// Those of BIP-350's "valid segwit addresses" that are on the main network and have a spendable program.
test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  // From the examples of BIP-173.
  [
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ],
])('accepts the segwit address %s', (text, address) => {
  expect(checkedAddress('bitcoin', text)).toEqual({ ok: true, value: { address, key: address } });
});

test.each([
  // BIP-350 lists these as valid, but they are for a test network, or have a version or length for which no key can exist.
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  // Invalid according to BIP-350, each for the stated reason.
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
  // From BIP-173: mixed case, and a wrong checksum.
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8f3t4',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
])('rejects the segwit address %s', (text) => {
  expect(kept('bitcoin', text)).toBeUndefined();
});

test.each<[Chain, string]>([
  // Pay to a public key hash, and pay to a script hash.
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem'],
  ['bitcoin', '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX'],
  ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
])(
  'accepts the base58check address on %s: %s, and rejects it with any one letter changed',
  (network, address) => {
    expect(checkedAddress(network, address)).toEqual({ ok: true, value: { address, key: address } });
    const other = (letter: string) => (letter === '2' ? '3' : '2');
    [...address].forEach((letter, at) => {
      const text = address.slice(0, at) + other(letter) + address.slice(at + 1);
      expect(kept(network, text), text).toBeUndefined();
    });
  },
);

test.each<[because: string, Chain, string]>([
  ['of a different chain', 'bitcoin', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['of a different chain', 'tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['of a different chain', 'ethereum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['of a test network', 'bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['of a test network', 'bitcoin', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['all zeros', 'ethereum', '0x0000000000000000000000000000000000000000'],
  ['all zeros', 'bitcoin', '1111111111111111111114oLvT2'],
  ['all zeros', 'tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['the USDT contract', 'ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['the USDT contract', 'arbitrum', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['the USDT contract', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['without 0x', 'ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['one digit too short', 'ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
  ['a name', 'ethereum', 'vitalik.eth'],
  ['look-alike letters', 'ethereum', '0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['a space inside', 'tron', 'TJRabPrwbZy45sbavfcjinPJC18 kjpRTv8'],
])('rejects an address (%s) on %s: %s', (_, network, text) => {
  expect(checkedAddress(network, text)).toEqual({
    ok: false,
    refusal: { code: 'address_wrong', field: 'address', params: { network } },
  });
});

test('rejects a contract’s address in lower case too, and does not throw on texts of any length', () => {
  expect(kept('ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBeUndefined();
  for (const network of chainNames) {
    for (const text of ['', '1', 'bc1', 'x'.repeat(120), '\u0000', '💰', '1'.repeat(120), 'z'.repeat(120)]) {
      expect(kept(network, text), `${network} ${text}`).toBeUndefined();
    }
  }
});

test('rejects wires, and properties that every object inherits, as a chain', () => {
  expect(['tron', 'wire', 'constructor', ''].map(isChain)).toEqual([true, false, false, false]);
});
