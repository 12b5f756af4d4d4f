/** Amounts to choose from below the size of an order: shares of the available amount, or round figures. */
import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';

export type SizeChip = { readonly key: string; readonly label: ReactNode; readonly onPress: () => void };

export type SizeChipsProps = { readonly label: string; readonly chips: readonly SizeChip[] };

export function SizeChips({ label, chips }: SizeChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex min-h-11 items-center gap-2">
      {chips.map(({ key, label: name, onPress }) => (
        <Chip key={key} onPress={onPress}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
