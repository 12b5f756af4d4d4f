/** Checks a customer's own line of the public list of fills on this device, against the published list and the price record. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { sha256Hex } from '@candor/verifier/crypto.ts';
import { FillChecker, checkList } from '@candor/verifier/fill-quality/check-lists.ts';
import type { Client } from '../lib/client.ts';
import { tapeReader } from './tape-reader.ts';

type OwnFill = CallOutput<'GET transparency/own_fills'>['fills'][number];

/**
 * Returns whether salt and opening match the line, and the line is in the list of its root, and has the price that the tape
 * gives it. Throws if something can't be read.
 */
export async function checkOwnFill(api: Client, { root, line, salt, opening }: OwnFill): Promise<boolean> {
  if (sha256Hex(salt + hexOf(opening)) !== line.split('|')[0]) return false;
  const answer = await api('GET transparency/fills', { from_root: String(root) }, { quiet: true });
  if (answer.type !== 'ok') throw new RefusedError(answer);
  const list = answer.message.lists.find((one) => one.root === root);
  if (list?.lines.includes(line) !== true || checkList(list, list.entry).length > 0) return false;
  const checker = new FillChecker((symbol, from, limit) => tapeReader(api, symbol).entries(from, limit));
  return (await checker.check({ ...list, lines: [line] })).length === 0;
}

const hexOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
