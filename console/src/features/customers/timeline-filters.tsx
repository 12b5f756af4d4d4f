/** The filters of a customer's timeline. A text is sent once the operator pauses, so that each search is made once. */
import { Box, Button, MenuItem, TextField } from '@mui/material';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { timelineKinds, timelineProducts } from '@candor/protocol/desk/timeline-kinds.ts';
import { useEffect, useState } from 'react';
import { useSay } from '../../i18n/say.ts';

type Wanted = Omit<ConsoleRequest<'GET timeline'>, 'customer' | 'cursor' | 'limit'>;

/** As typed; empty fields do not filter. */
export type Filter = Readonly<Record<'kind' | 'product' | 'symbol' | 'from' | 'to' | 'q', string>>;
export const noFilter: Filter = { kind: '', product: '', symbol: '', from: '', to: '', q: '' };

const kinds = [...timelineKinds, 'hold'] as const;
const TYPING_MS = 400;
const DAY_SECONDS = 86_400;

/** The filters as sent. An instrument that is not complete yet is left out; days are those of the operator's time zone. */
export function askedOf({ kind, product, symbol, from, to, q }: Filter): Wanted {
  const instrument = symbol.trim().toUpperCase();
  const [first, last] = [dayOf(from), dayOf(to)];
  return {
    ...(kind === '' ? {} : { kind: kind as NonNullable<Wanted['kind']> }),
    ...(product === '' ? {} : { product: product as NonNullable<Wanted['product']> }),
    ...(/^[A-Z]{3,5}\/[A-Z]{3,5}$/.test(instrument) ? { symbol: instrument } : {}),
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last + DAY_SECONDS - 1 }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
  };
}

/** The first second of a local day such as "2026-11-28". */
function dayOf(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00`) : NaN;
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}

export function TimelineFilters({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const t = useSay();
  const [typed, setTyped] = useState(filter);
  useEffect(() => {
    if (typed === filter) return undefined;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, onChange]);
  const field = (name: keyof Filter, label: string, more: object = {}) => (
    <TextField
      size="small"
      label={label}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      {...more}
    />
  );
  const all = (
    <MenuItem key="" value="">
      {t('customers.timelineAll')}
    </MenuItem>
  );
  const isDate = { type: 'date', slotProps: { inputLabel: { shrink: true } } };
  return (
    <Box
      role="search"
      sx={{ display: 'grid', gap: 1, mb: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))' }}
    >
      {field('kind', t('customers.timelineKind'), {
        select: true,
        children: [
          all,
          ...kinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(`codes.happening.${kind}`)}
            </MenuItem>
          )),
        ],
      })}
      {field('product', t('customers.timelineProduct'), {
        select: true,
        children: [
          all,
          ...timelineProducts.map((product) => (
            <MenuItem key={product} value={product}>
              {t(`codes.product.${product}`)}
            </MenuItem>
          )),
        ],
      })}
      {field('symbol', t('customers.timelineSymbol'))}
      {field('from', t('customers.timelineFrom'), isDate)}
      {field('to', t('customers.timelineTo'), isDate)}
      {field('q', t('customers.timelineText'), { sx: { gridColumn: '1 / -1' } })}
      {Object.values(typed).some((text) => text !== '') && (
        <Button
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            setTyped(noFilter);
            onChange(noFilter);
          }}
        >
          {t('customers.timelineClear')}
        </Button>
      )}
    </Box>
  );
}
