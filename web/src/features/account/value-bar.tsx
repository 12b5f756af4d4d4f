/** How the value is spread over the coins: one bar, each coin its own colour, the names below. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { coinShapes } from '../../ui/coin-shapes.ts';

type Wallet = CallOutput<'POST wallet/list'>[number];

/** Thousandths of the whole; exact enough for a bar 350 pixels wide. */
function shares(wallets: readonly Wallet[]): readonly { currency: string; permille: number }[] {
  const values = wallets.map((wallet) => ({
    currency: wallet.currency,
    value: fromNumeric(wallet.value_usdt),
  }));
  const total = values.reduce((sum, one) => sum + one.value, 0n);
  if (total <= 0n) return [];
  return values
    .map((one) => ({ currency: one.currency, permille: globalThis.Number((one.value * 1000n) / total) }))
    .filter((one) => one.permille > 0);
}

export function ValueBar({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const parts = shares(wallets);
  if (parts.length < 2) return null;
  return (
    <div className="hairline px-4 pt-3 pb-3">
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {parts.map((part) => (
          <span
            key={part.currency}
            style={{
              flexGrow: part.permille,
              background: coinShapes[part.currency]?.ground ?? 'var(--line-strong)',
            }}
          />
        ))}
      </div>
      <ul className="figures mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {parts.map((part) => (
          <li key={part.currency} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className="size-2 rounded-full"
              style={{ background: coinShapes[part.currency]?.ground ?? 'var(--line-strong)' }}
            />
            {part.currency} {part.permille < 10 ? '<1' : Math.round(part.permille / 10)}%
          </li>
        ))}
      </ul>
    </div>
  );
}
