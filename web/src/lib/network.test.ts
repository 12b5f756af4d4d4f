import { beforeEach, expect, test } from 'vitest';
import { noteAnswer, oldestMs, useNetwork } from './network.ts';

const oldest = () => oldestMs(useNetwork.getState().keptMs);

beforeEach(() => useNetwork.setState({ offline: false, keptMs: new Map() }));

test('what is shown is as old as its oldest part', () => {
  expect(oldest()).toBeUndefined();
  noteAnswer('GET currency/quotation_new', 2000);
  noteAnswer('POST news/list', 1000);
  expect(oldest()).toBe(1000);
});

test('an answer of the network makes its part new, and the others stay old', () => {
  noteAnswer('GET currency/quotation_new', 2000);
  noteAnswer('POST news/list', 1000);
  noteAnswer('POST news/list', undefined);
  expect(oldest()).toBe(2000);
  noteAnswer('GET currency/quotation_new', undefined);
  expect(oldest()).toBeUndefined();
});

test('who is answered is not offline, whatever the browser says', () => {
  useNetwork.setState({ offline: true });
  noteAnswer('GET currency/quotation_new', 1000);
  expect(useNetwork.getState().offline).toBe(true);
  noteAnswer('GET user/info', undefined);
  expect(useNetwork.getState().offline).toBe(false);
});
