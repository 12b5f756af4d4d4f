/** A change in per cent, with a colour, a sign and an arrow, so that its meaning does not depend on colour alone. */
import type { DecimalText } from '../lib/decimal-text.ts';
import { signOf, useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';

export type ChangeTextProps = {
  /** In per cent, such as "-1.25". */
  readonly value: DecimalText;
  readonly pill?: boolean;
  /** White, for a hero's blue background; sign and arrow show the direction. */
  readonly onHero?: boolean;
};

export function ChangeText({ value, pill = false, onHero = false }: ChangeTextProps) {
  const format = useFormat();
  const sign = signOf(value);
  const colour = onHero ? 'text-white' : sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-soft';
  const ground = sign > 0 ? 'bg-up-wash' : sign < 0 ? 'bg-down-wash' : 'bg-sunken';
  return (
    <span
      className={classes(
        'figures inline-flex items-center gap-1 text-sm font-medium whitespace-nowrap',
        colour,
        pill && `${ground} min-w-19 justify-center rounded-md px-1.5 py-1`,
      )}
    >
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" fill="currentColor" className="shrink-0">
        {sign > 0 && <path d="M4 1 7.5 7h-7z" />}
        {sign < 0 && <path d="M4 7 .5 1h7z" />}
        {sign === 0 && <path d="M1 3.25h6v1.5H1z" />}
      </svg>
      {format.percent(value)}
    </span>
  );
}
