/** Signs the logged-in customer's orders with the key of this device, and looks for their receipts in the public log. */
import { NO_SYMBOL, orderText, writeOrderHeader } from '@candor/protocol/receipts/texts.ts';
import { signOrdersWith } from '../lib/order-signer.ts';
import type { OrderToSign, SignedOrder } from '../lib/order-signer.ts';
import { useSession } from '../lib/session.ts';
import { quoteStore } from '../live/quotes.ts';
import { hexOf, openDeviceKey } from './device-key.ts';
import type { DeviceKey } from './device-key.ts';
import { checkReceipts, keepReceipt } from './order-receipts.ts';
import { quietly } from './quietly.ts';

/** A little more than the time within which a receipt must be in the log. */
const CHECK_AFTER_MS = 13_000;

/** Starts signing for whoever is logged in. The returned function stops it. */
export function startSigning(): () => void {
  let stop = (): void => undefined;
  let since: string | undefined;
  const follow = (token: string | undefined): void => {
    if (token === since) return;
    since = token;
    stop();
    stop = () => undefined;
    if (token === undefined) return;
    void quietly(
      openDeviceKey().then((key) => {
        if (key !== undefined && since === token) stop = signOrdersWith(signerOf(key));
      }),
    );
  };
  follow(useSession.getState().token);
  const unfollow = useSession.subscribe(({ token }) => follow(token));
  return () => {
    unfollow();
    stop();
  };
}

function signerOf(key: DeviceKey) {
  return {
    sign: (order: OrderToSign) => signWith(key, order),
    keep: (text: string, receipt: string): void => {
      keepReceipt(text, receipt);
      setTimeout(() => void quietly(checkReceipts()), CHECK_AFTER_MS);
    },
  };
}

async function signWith(
  key: DeviceKey,
  { name, idempotencyKey, body, symbol = NO_SYMBOL }: OrderToSign,
): Promise<SignedOrder> {
  const { publicKey } = key;
  const bodyHash = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  const said = { symbol, seenSeq: quoteStore.get(symbol)?.seq ?? 0, deviceMs: Date.now() };
  const text = orderText({ call: name, idempotencyKey, bodyHash, ...said });
  const signature = await key.sign(text);
  return { text, header: writeOrderHeader({ ...said, publicKey, signature }) };
}
