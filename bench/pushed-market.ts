/**
 * A market that a benchmark pushes to the server: it repeats one price four times a second, so that the price never becomes
 * stale, and sends a new price immediately.
 */
import { openWebSockets } from './web-sockets.ts';

const TOKEN = 'bench-market-feed';

type Price = { readonly bid: string; readonly ask: string };

/** The command-line options of a server that accepts pushed quotes. */
const options: readonly string[] = ['--feed', 'external', '--external-token', TOKEN];

async function open(port: number, first: Price) {
  const { WebSocket } = openWebSockets();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/feed`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  let price = first;
  const say = () => socket.send(JSON.stringify({ symbol: 'BTC/USDT', ...price, time_ms: Date.now() }));
  const timer = setInterval(say, 250);
  say();
  return {
    stand: (at: Price) => {
      price = at;
      say();
    },
    close: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

export const pushMarket = { options, open } as const;
