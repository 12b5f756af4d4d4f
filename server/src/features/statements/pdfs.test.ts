/** Queued files after another file hangs, crashes its thread or fails. */
import { afterEach, expect, test } from 'vitest';
import { limits } from './limits.ts';
import type { PdfReport } from './pdf-document.ts';
import { Pdfs } from './pdfs.ts';

const worker = new URL('./testing/unsteady-pdf-worker.ts', import.meta.url);
const FILE_MS = 2000;
let pdfs = new Pdfs({ worker, fileMs: FILE_MS });
afterEach(() => {
  pdfs.stop();
  pdfs = new Pdfs({ worker, fileMs: FILE_MS });
});

let customers = 0n;
/** Renders a file, by default for a new customer each time. */
const make = async (title: string, customer = (customers += 1n)): Promise<string> => {
  const report = { title } as PdfReport;
  return pdfs.of(report, customer).then(
    (file) => file?.toString() ?? 'busy',
    (error: Error) => error.message,
  );
};

test.each([
  ['hangs', `expected a PDF within ${FILE_MS} ms, found none`],
  ['crashes', 'out of memory'],
  ['fails', 'no such font'],
])('fails only the file that %s, and renders the files queued behind it', async (bad, error) => {
  // The other files are requested later than the one that hangs, so that their own time limit has not passed when it is given
  // up.
  const first = make(bad);
  await new Promise((resolve) => setTimeout(resolve, FILE_MS / 2));
  expect(await Promise.all([first, make('one'), make('two')])).toEqual([error, 'one', 'two']);
  expect(await make('three')).toBe('three');
});

test('answers “busy” for a file that waited too long or behind too many others', async () => {
  const all = Array.from({ length: limits.pdfsWaitingMax + 1 }, (_, at) =>
    make(at === 0 ? 'hangs' : `${at}`),
  );
  const [hung, ...rest] = await Promise.all(all);
  expect(hung).toMatch(/^expected a PDF/);
  expect(rest.at(-1)).toBe('busy');
  expect(await make('later')).toBe('later');
});

test('queues only one file per customer, so that nobody can fill the queue', async () => {
  const greedy = Array.from({ length: 3 * limits.pdfsWaitingMax }, (_, at) => make(`${at}`, 900n));
  const [modest, other] = [make('modest', 901n), make('other', 902n)];
  const [first, ...more] = await Promise.all(greedy);
  expect(first).toBe('0');
  expect(new Set(more)).toEqual(new Set(['busy']));
  expect(await Promise.all([modest, other])).toEqual(['modest', 'other']);
  // The customer can request another file, even after one that failed.
  expect(await make('fails', 900n)).toBe('no such font');
  expect(await make('again', 900n)).toBe('again');
});

test('fails queued files when the server stops', async () => {
  const both = Promise.all([make('hangs'), make('one')]);
  pdfs.stop();
  const stops = 'expected a running server, found one that is stopping';
  expect(await both).toEqual([stops, stops]);
});
