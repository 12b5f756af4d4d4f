/** A stream comes in pieces that end anywhere; an event counts when it is whole. */
import { expect, test } from 'vitest';
import { readEvents } from './live.ts';

test('events are taken whole, in order, however the stream is cut', () => {
  const stream = ':\n\nevent: chat\ndata: {"a":"1\\n\\n2"}\n\n:\n\nevent: ended\ndata: {}\n\nevent: chat\nda';
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const taken: string[] = [];
    const take = (name: string, data: string) => taken.push(`${name} ${data}`);
    const rest = readEvents(readEvents(stream.slice(0, cut), take) + stream.slice(cut), take);
    expect(taken).toEqual(['chat {"a":"1\\n\\n2"}', 'ended {}']);
    expect(rest).toBe('event: chat\nda');
  }
});
