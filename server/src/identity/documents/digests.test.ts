import { describe, expect, it } from 'vitest';
import { cardDigest, nameDigest } from './digests.ts';

/** Stands in for the vault's key: the text that would be hashed. */
const vault = {
  keyed: (text: Buffer | string, purpose: string) => Buffer.from(`${purpose}: ${String(text)}`),
};

describe('the text that is hashed', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', 'bank card number: DE89370400440532013000'],
    ['de89-3704-0044', 'bank card number: DE8937040044'],
  ])('of card %s has no separators', (number, text) => {
    expect(cardDigest(vault, number).toString()).toBe(text);
  });

  it.each([
    ['Lena Fischer', 'real name: fischer lena'],
    ['FISCHER,  Lena', 'real name: fischer lena'],
    ['ｆｉｓｃｈｅｒ lena ', 'real name: fischer lena'],
    ['陈 伟', 'real name: 伟 陈'],
  ])('of name %s is folded and has its parts in one order', (name, text) => {
    expect(nameDigest(vault, name).toString()).toBe(text);
  });
});
