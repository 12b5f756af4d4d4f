/** What the shared image of an option says, as it is written on the canvas: the result, the deciding prices, and amounts only if chosen. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { toyTicket } from '../src/live/testing/toy-ticket.ts';
import type { Ticket } from '../src/live/ticket-list.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

type Texts = Readonly<Record<string, string>>;
const en = (await loadMessages('en')) as unknown as {
  readonly ui: Texts;
  readonly positions: Texts;
  readonly tickets: { readonly tab: Texts; readonly reason: Texts } & Readonly<Record<string, unknown>>;
};
const { ui, positions, tickets } = en;

afterEach(() => vi.restoreAllMocks());
afterAll(closeApp);

const ended = { settled_at: 1_700_000_060, settle: '60100.5', settle_seq: 99 };
const won = toyTicket({ ...ended, status: 'won', pnl: '20.5' });
const lost = toyTicket({ ...ended, status: 'lost', settle: '59000', pnl: '-25' });
const voided = toyTicket({
  status: 'void',
  reason: 'gap_strike',
  pnl: '0',
  settled_at: 1_700_000_001,
  strike: null,
});

function press(label: string | undefined): void {
  const found = shown('button,[role=radio],[role=tab]').findLast((one) => one.textContent === label);
  if (found === undefined) throw new Error(`expected a button ${label}, found none`);
  found.click();
}

/** Records the texts of each image, one list per image. The app must be open, because opening it replaces the canvas. */
function watchCanvas(): readonly (readonly string[])[] {
  const images: string[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => {
    const written: string[] = [];
    images.push(written);
    const fillText = (text: string) => written.push(text);
    return { fillText, fillRect: () => undefined, measureText: () => ({ width: 0 }) };
  }) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['image'])));
  return images;
}

/** Opens the receipt of the only ended ticket, then its image, and returns the texts of the images that are drawn. */
async function share(ticket: Ticket): Promise<readonly (readonly string[])[]> {
  const answers = { 'GET microtrade/lists': [ticket], 'GET tape': [] };
  serve({ variant: 'usual', answers: answers as never });
  await openAt('/pages/order/option');
  await settled();
  press(tickets.tab['ended']);
  await settled();
  shown('main button')
    .find((one) => one.textContent?.includes('Stake'))
    ?.click();
  expect(await waitFor(() => texts().includes(String(tickets['number'])))).toBe(true);
  const images = watchCanvas();
  press(ui['sharePicture']);
  expect(await waitFor(() => images.length > 0)).toBe(true);
  return images;
}

test('names the result, both deciding prices and their entries, and no amount', async () => {
  const images = await share(won);
  expect(await waitFor(() => shown('img[alt="BTC/USDT, ▲ Up · 1 min, Won"]').length === 1)).toBe(true);
  const said = images.at(-1) ?? [];
  expect(said).toEqual(
    expect.arrayContaining(['BTC/USDT', 'Won', '60,000.00 · BTC #41', '60,100.50 · BTC #99']),
  );
  expect(said).toEqual(expect.arrayContaining(['82%', '55.0%', tickets['pictureRisk']]));
  expect(said.join('\n')).not.toMatch(/ USDT$|20\.50|25\.00/m);
});

test('adds the loss and the stake if the customer chooses amounts', async () => {
  const images = await share(lost);
  press(positions['amountsShown']);
  expect(await waitFor(() => images.length > 1)).toBe(true);
  expect(images.at(-1)).toEqual(expect.arrayContaining(['Lost', '-25.00 USDT', '25.00 USDT', 'Stake']));
});

test('gives the reason of a voided option instead of prices', async () => {
  const images = await share(voided);
  const said = images.at(-1) ?? [];
  expect(said).toContain('Voided');
  expect(said.join(' ')).toContain(tickets.reason['gap_strike']);
  expect(said).not.toContain('Strike price');
});

test('does not offer an image of an open option', async () => {
  serve({ variant: 'usual', answers: { 'GET microtrade/lists': [toyTicket()], 'GET tape': [] } as never });
  await openAt('/pages/order/option');
  await settled();
  shown('main button')
    .find((one) => one.textContent?.includes('Stake'))
    ?.click();
  expect(await waitFor(() => texts().includes(String(tickets['number'])))).toBe(true);
  expect(texts()).not.toContain(ui['sharePicture']);
});
