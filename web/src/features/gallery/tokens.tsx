/** The colours and the type scale from tokens.css. */
import { Section } from '../../ui/section.tsx';

const grounds = ['bg-ground', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-lifted'] as const;
const washes = [
  'bg-accent-wash',
  'bg-up-wash',
  'bg-down-wash',
  'bg-warning-wash',
  'bg-success-wash',
] as const;
const solids = ['bg-accent-solid', 'bg-up-solid', 'bg-down-solid', 'bg-danger-solid', 'bg-bar'] as const;
const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'] as const;
const inks = [
  'text-ink',
  'text-soft',
  'text-quiet',
  'text-accent',
  'text-up',
  'text-down',
  'text-warning',
] as const;

function Swatches({ names, ink }: { readonly names: readonly string[]; readonly ink: string }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {names.map((name) => (
        <li key={name} className={`${name} ${ink} rounded-input border border-line px-2 py-3 text-sm`}>
          {name}
        </li>
      ))}
    </ul>
  );
}

export function Tokens() {
  return (
    <>
      <Section title="Grounds and colours">
        <div className="space-y-3 p-4">
          <Swatches names={grounds} ink="text-ink" />
          <Swatches names={washes} ink="text-ink" />
          <Swatches names={solids} ink="text-white" />
        </div>
      </Section>
      <Section title="Type">
        <div className="space-y-1 p-4">
          {sizes.map((size) => (
            <p key={size} className={`${size} figures`}>
              {size} 1,234.56
            </p>
          ))}
          <p className="flex flex-wrap gap-x-3">
            {inks.map((ink) => (
              <span key={ink} className={ink}>
                {ink}
              </span>
            ))}
          </p>
        </div>
      </Section>
    </>
  );
}
