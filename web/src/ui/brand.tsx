/** Candor's mark: a C that holds a tick. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="100 100 312 312" aria-hidden="true" className="shrink-0">
      <path
        d="M352 176a128 128 0 1 0 0 160"
        fill="none"
        stroke="currentColor"
        strokeWidth="44"
        strokeLinecap="round"
      />
      <path
        d="M212 262l36 36 68-84"
        fill="none"
        stroke="currentColor"
        strokeWidth="36"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
