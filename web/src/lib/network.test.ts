import { expect, test } from 'vitest';
import type { Network } from './network.ts';
import { createNetwork, oldestMs } from './network.ts';

const oldest = ({ store }: Network) => oldestMs(store.getState().keptMs);

test('returns the time of the oldest cached answer on display', () => {
  const network = createNetwork();
  const { noteCall } = network;
  expect(oldest(network)).toBeUndefined();
  noteCall('GET currency/quotation_new')(2000);
  noteCall('POST news/list')(1000);
  expect(oldest(network)).toBe(1000);
});

test('reports the calls with cached answers once when the network answers again', () => {
  const network = createNetwork();
  const { noteCall, onBack } = network;
  const asked: string[] = [];
  onBack((names) => void asked.push(...names));
  noteCall('GET currency/quotation_new')(2000);
  noteCall('POST news/list')(1000);
  expect(asked).toEqual([]);
  noteCall('GET lh/wh_bzhl_list')(undefined);
  expect(oldest(network)).toBeUndefined();
  expect(asked).toEqual(['GET currency/quotation_new', 'POST news/list']);
  noteCall('GET lh/wh_bzhl_list')(undefined);
  expect(asked.length).toBe(2);
});

test('reports being online after an answer from the network even if the browser reports otherwise', () => {
  const { noteCall, store } = createNetwork();
  store.setState({ offline: true });
  noteCall('GET currency/quotation_new')(1000);
  expect(store.getState().offline).toBe(true);
  noteCall('GET user/info')(undefined);
  expect(store.getState().offline).toBe(false);
});

test('ignores an answer to a request made before the network was lost', () => {
  const { noteCall, noteLoss, store } = createNetwork();
  const onTheWay = noteCall('GET user/info');
  noteLoss();
  onTheWay(undefined);
  expect(store.getState().offline).toBe(true);
  noteCall('GET user/info')(undefined);
  expect(store.getState().offline).toBe(false);
});
