/** Shows the current value, masked, or nothing if the value is unknown or not set. */
import { Section } from '../../ui/section.tsx';

export function BoundNow({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string | null | undefined;
}) {
  if (value === undefined || value === null) return null;
  return (
    <Section>
      <dl className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
        <dt className="text-sm text-soft">{label}</dt>
        <dd className="figures min-w-0 text-right font-medium break-words">{value}</dd>
      </dl>
    </Section>
  );
}
