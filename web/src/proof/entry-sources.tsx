/** The sources of the price that decided a ticket or fill, if the market's prices come from several. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import type { Derived } from './verification.ts';

export function EntrySources({ derived }: { readonly derived: Derived }) {
  const t = useTranslations('proof.sources');
  const format = useFormat();
  const entry = derived.fill?.entry ?? derived.ticket?.settle ?? derived.ticket?.strike;
  if (entry?.sources === undefined) return null;
  const price = (text: string | undefined): string => format.decimal(text ?? '0', { min: 2, max: 8 });
  return (
    <section className="pt-3">
      <h3 className="text-sm font-semibold text-soft">{t('title', { seq: String(entry.seq) })}</h3>
      <ul>
        {entry.sources.quotes.map(({ name, state, bid, ask }) => (
          <li
            key={name}
            className="hairline flex flex-wrap justify-between gap-x-3 py-2.5 text-sm last:shadow-none"
          >
            <span className="min-w-0 break-words">
              {name}
              <span className="block text-quiet">{t(state)}</span>
            </span>
            {state !== 'missing' && (
              <span className="tabular-nums">
                {price(bid)} – {price(ask)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
