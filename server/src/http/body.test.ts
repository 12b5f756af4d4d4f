import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm, readJson } from './body.ts';

const json = (text: string) => readJson(Buffer.from(text));

describe('JSON', () => {
  it.each([
    ['{}', {}],
    ['', {}],
    ['{"a":"b:c","d":{"e":[1,{"f":":"}]}}', { a: 'b:c', d: { e: [1, { f: ':' }] } }],
    [String.raw`{"a\"b":"\\","c":"\\\":"}`, { 'a"b': '\\', c: '\\":' }],
  ])('parses %s', (text, fields) => {
    expect(json(text)).toEqual({ ok: true, value: fields });
  });

  it.each([
    ['an object with a name twice', '{"amount":"1","amount":"2"}'],
    ['an object with a name twice, once escaped', String.raw`{"amount":"1","\u0061mount":"2"}`],
    ['a nested object with a name twice', '{"a":{"b":1,"b":1}}'],
    ['a text that is not JSON', '{"a":1'],
    ['an array', '["a"]'],
    ['a text', '"a"'],
    ['the value null', 'null'],
    [
      'an object with more names than any call needs',
      `{${Array.from({ length: 1001 }, (_one, at) => `"${at}":0`).join()}}`,
    ],
    ['an object with more lists than any call needs', `{"a":[${'[],'.repeat(1000)}[]]}`],
    ['an object that is nested too deeply', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('rejects %s', (_, text) => {
    expect(json(text)).toEqual({ ok: false, refusal: { code: 'request_illegal' } });
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(readJson(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])).ok).toBe(false);
  });

  it('treats __proto__ as an ordinary field name', () => {
    const read = json('{"__proto__":{"admin":true},"a":1}');
    expect(read.ok && (read.value as { admin?: boolean }).admin).toBeUndefined();
  });

  it('parses what JSON.stringify writes for an object', () => {
    const value = fc.jsonValue({ maxDepth: 5 }).map((inner) => ({ inner }));
    fc.assert(
      fc.property(value, (fields) => {
        expect(json(JSON.stringify(fields))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(fields)) });
      }),
    );
  });
});

describe('forms', () => {
  it.each([
    ['', {}],
    ['a=1&b=two+words&c=%E4%BD%A0&d', { a: '1', b: 'two words', c: '你', d: '' }],
    ['symbol=BTC%2FUSDT&&', { symbol: 'BTC/USDT' }],
  ])('parses %s', (text, fields) => {
    const read = readForm(text);
    expect(read.ok && { ...read.value }).toEqual(fields);
  });

  it('names the field that occurs twice', () => {
    expect(readForm('amount=1&x=2&amount=1')).toEqual({
      ok: false,
      refusal: { code: 'parameter_wrong', field: 'amount' },
    });
  });

  it.each(['a=%zz', '&'.repeat(1001), 'a=%C3%28', '%=1', 'a=\u00e4'])('rejects %s', (text) => {
    expect(readForm(text)).toEqual({ ok: false, refusal: { code: 'request_illegal' } });
  });

  it('parses what URLSearchParams writes', () => {
    const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(fields, (given) => {
        const read = readForm(new URLSearchParams(given).toString());
        expect(read.ok && { ...read.value }).toEqual({ ...given });
      }),
    );
  });
});
