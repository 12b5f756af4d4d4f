/** A setting that is on or off: its text, with a switch at the end of the line. The whole line can be tapped. */
export type SwitchLineProps = {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
};

export function SwitchLine({ label, on, onChange }: SwitchLineProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <span className="min-w-0 flex-1 text-sm">{label}</span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}
