/** The fills of a day by product and symbol: better, as quoted and worse side by side, and how long they took. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { percentOf, shares } from './quality.ts';
import type { Quality, QualityRow } from './quality.ts';
import { useDuration } from './use-duration.ts';

const PRODUCTS = [
  { product: 'spot', name: 'spot' },
  { product: 'contract', name: 'contracts' },
  { product: 'forex', name: 'forex' },
] as const;
/** Rows that are shown before the customer requests all of them. */
const SHOWN = 6;

/** Market orders come first, because most customers look for them. */
const marketFirst = (one: QualityRow, other: QualityRow): number =>
  one.symbol === other.symbol ? (one.against === 'market' ? -1 : 1) : one.symbol < other.symbol ? -1 : 1;

export function FillsSections({ quality }: { readonly quality: Quality }) {
  const t = useTranslations('fillQuality');
  return (
    <>
      {PRODUCTS.map(({ product, name }) => {
        const rows = quality.rows.filter((row) => row.product === product).toSorted(marketFirst);
        return rows.length === 0 ? null : <ProductSection key={product} name={name} rows={rows} />;
      })}
      {quality.left_out > 0 && (
        <p className="gutter pt-3 text-sm text-soft">{t('leftOut', { count: quality.left_out })}</p>
      )}
    </>
  );
}

function ProductSection({
  name,
  rows,
}: {
  readonly name: (typeof PRODUCTS)[number]['name'];
  readonly rows: readonly QualityRow[];
}) {
  const products = useTranslations('policy.product');
  const page = useTranslations('proof.page');
  const [whole, setWhole] = useState(false);
  return (
    <Section title={products(name)}>
      <ul>
        {(whole ? rows : rows.slice(0, SHOWN)).map((row) => (
          <Row key={`${row.symbol} ${row.against}`} row={row} />
        ))}
      </ul>
      {!whole && rows.length > SHOWN && (
        <div className="px-2 py-1">
          <Button kind="quiet" small onClick={() => setWhole(true)}>
            {page('all', { count: String(rows.length) })}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Row({ row }: { readonly row: QualityRow }) {
  const t = useTranslations('fillQuality');
  return (
    <li className="hairline px-4 py-3 last:shadow-none">
      <h3 className="flex items-baseline justify-between gap-3 font-semibold">
        <span>{row.symbol}</span>
        <span className="figures text-sm font-normal text-soft">{t('fills', { count: row.fills })}</span>
      </h3>
      <p className="pb-2 text-sm text-soft">{t(`against.${row.against}`)}</p>
      <Slippage row={row} />
      {row.against === 'market' && <Waiting row={row} />}
    </li>
  );
}

/** Better and worse in one bar, with the counts and averages below, so that both sides can be compared. */
function Slippage({ row }: { readonly row: QualityRow }) {
  const t = useTranslations('fillQuality');
  const part = shares(row);
  const width = (percent: number) => ({ width: `${percent.toFixed(2)}%` });
  return (
    <>
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        <span className="bg-success" style={width(part.better)} />
        <span className="bg-line-strong" style={width(part.at)} />
        <span className="bg-danger" style={width(part.worse)} />
      </div>
      <dl className="grid grid-cols-3 gap-2 pt-1.5 pb-1">
        <Side name={t('better')} count={row.better.count} mean={row.better.mean_bp} tone="text-success" />
        <Side name={t('same')} count={row.at} mean={null} place="text-center" />
        <Side
          name={t('worse')}
          count={row.worse.count}
          mean={row.worse.mean_bp}
          tone="text-danger"
          place="text-right"
        />
      </dl>
    </>
  );
}

function Side({
  name,
  count,
  mean,
  tone = 'text-soft',
  place = '',
}: {
  readonly name: string;
  readonly count: number;
  readonly mean: string | null;
  readonly tone?: string;
  readonly place?: string;
}) {
  const t = useTranslations('fillQuality');
  const format = useFormat();
  return (
    <div className={classes('min-w-0', place)}>
      <dt className={classes('text-sm', tone)}>{name}</dt>
      <dd className="figures">
        <span className="block font-semibold">{count}</span>
        {mean !== null && (
          <span className="block text-xs text-quiet">
            {t('average', { percent: format.decimal(percentOf(mean), { min: 0, max: 4 }) })}
          </span>
        )}
      </dd>
    </div>
  );
}

function Waiting({ row }: { readonly row: QualityRow }) {
  const t = useTranslations('fillQuality');
  const duration = useDuration();
  const { favour, disfavour } = row;
  return (
    <dl>
      <FactRow name={t('median')}>{duration(row.wait_p50_ms)}</FactRow>
      <FactRow name={t('slowest')}>{duration(row.wait_p99_ms)}</FactRow>
      <FactRow name={t('favour')}>{t('waited', { waited: favour.waited, orders: favour.orders })}</FactRow>
      <FactRow name={t('disfavour')}>
        {t('waited', { waited: disfavour.waited, orders: disfavour.orders })}
      </FactRow>
    </dl>
  );
}
