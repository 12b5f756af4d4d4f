/**
 * An amount. The decimal places of a large amount are smaller and less prominent, so that the whole part is read first. Screen
 * readers get a single text, because they would pause between the parts.
 */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DecimalText } from '../lib/decimal-text.ts';
import { useFormat } from '../lib/format.ts';
import { useSession } from '../lib/session.ts';

const LARGE_FROM_DIGITS = 3;
/** Not fainter in text that is quiet already, which would be hard to read. */
const QUIET = 'text-[max(12px,0.72em)] font-medium opacity-80 in-[.text-quiet]:opacity-100';

function Said({ as, children }: { readonly as: string; readonly children: ReactNode }) {
  return (
    <span className="figures relative whitespace-nowrap">
      <span className="sr-only select-none">{`${as} `}</span>
      <span aria-hidden="true">{children}</span>
    </span>
  );
}

export type AmountTextProps = {
  readonly value: DecimalText;
  /** The number of decimal places; 2 by default, as for money. */
  readonly decimals?: number;
  readonly minDecimals?: number;
  readonly unit?: string;
  readonly signed?: boolean;
  /** Rounds up to two decimal places, so that a displayed required amount is sufficient. */
  readonly up?: boolean;
  /** Whether the figure is hidden while the customer hides amounts. */
  readonly private?: boolean;
};

export function AmountText({
  value,
  decimals = 2,
  minDecimals,
  unit,
  signed = false,
  up = false,
  private: isPrivate = false,
}: AmountTextProps) {
  const t = useTranslations('ui');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden) && isPrivate;
  if (hidden) return <Said as={t('amountHidden')}>••••</Said>;
  const text = up
    ? format.moneyUp(value)
    : format.decimal(value, { max: decimals, min: minDecimals ?? decimals, signed });
  const point = decimals === 0 ? -1 : text.lastIndexOf(format.point);
  const cut = point >= LARGE_FROM_DIGITS ? point : -1;
  if (cut === -1 && unit === undefined) return <span className="figures whitespace-nowrap">{text}</span>;
  return (
    <Said as={unit === undefined ? text : `${text} ${unit}`}>
      {cut === -1 ? text : text.slice(0, cut)}
      {cut !== -1 && <span className={QUIET}>{text.slice(cut)}</span>}
      {unit !== undefined && <span className={QUIET}>{` ${unit}`}</span>}
    </Said>
  );
}
