/** A text to copy exactly: its name, the text, and a copy button. */
import { CopyButton } from './copy-button.tsx';
import { classes } from './classes.ts';

export type CopyLineProps = {
  readonly name: string;
  readonly text: string;
  readonly copyLabel: string;
  /** Whether the text consists of arbitrary characters, such as an address or a number. */
  readonly mono?: boolean;
};

export function CopyLine({ name, text, copyLabel, mono = false }: CopyLineProps) {
  return (
    <div className="hairline flex items-center gap-2 py-2 pr-1 pl-4 last:shadow-none">
      <dl className="min-w-0 flex-1">
        <dt className="text-sm text-soft">{name}</dt>
        <dd className={classes(mono ? 'font-mono text-sm break-all' : 'break-words')}>{text}</dd>
      </dl>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
