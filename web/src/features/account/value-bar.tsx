/** The distribution of the total value over the coins: one bar with a colour for each coin, and the names below it. */
import { coinShapes } from '../../ui/coin-shapes.ts';
import type { Holding } from '../../lib/holdings.ts';
import { sharesOf } from '../../lib/holdings.ts';

export function ValueBar({ list }: { readonly list: readonly Holding[] }) {
  const parts = sharesOf(list);
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
