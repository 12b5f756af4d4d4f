import { beforeEach, expect, test } from 'vitest';
import { noteCall, noteLoss, oldestMs, onNetworkBack, useNetwork } from './network.ts';

const oldest = () => oldestMs(useNetwork.getState().keptMs);

beforeEach(() => useNetwork.setState({ offline: false, keptMs: new Map() }));

test('returns the time of the oldest cached answer on display', () => {
  expect(oldest()).toBeUndefined();
  noteCall('GET currency/quotation_new')(2000);
  noteCall('POST news/list')(1000);
  expect(oldest()).toBe(1000);
});

test('reports the calls with cached answers once when the network answers again', () => {
  const asked: string[] = [];
  onNetworkBack((names) => void asked.push(...names));
  noteCall('GET currency/quotation_new')(2000);
  noteCall('POST news/list')(1000);
  expect(asked).toEqual([]);
  noteCall('GET lh/wh_bzhl_list')(undefined);
  expect(oldest()).toBeUndefined();
  expect(asked).toEqual(['GET currency/quotation_new', 'POST news/list']);
  noteCall('GET lh/wh_bzhl_list')(undefined);
  expect(asked.length).toBe(2);
});

test('reports being online after an answer from the network even if the browser reports otherwise', () => {
  useNetwork.setState({ offline: true });
  noteCall('GET currency/quotation_new')(1000);
  expect(useNetwork.getState().offline).toBe(true);
  noteCall('GET user/info')(undefined);
  expect(useNetwork.getState().offline).toBe(false);
});

test('ignores an answer to a request made before the network was lost', () => {
  const onTheWay = noteCall('GET user/info');
  noteLoss();
  onTheWay(undefined);
  expect(useNetwork.getState().offline).toBe(true);
  noteCall('GET user/info')(undefined);
  expect(useNetwork.getState().offline).toBe(false);
});
