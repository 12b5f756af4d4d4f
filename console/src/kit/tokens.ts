/**
 * The colours of the console, with the same names and values as in the customers' app (`web/src/ui/tokens.css`). A test
 * compares them.
 */
export const tokens = {
  ground: ['#f4f6fb', '#090c13'],
  surface: ['#ffffff', '#121722'],
  raised: ['#ffffff', '#1a202d'],
  sunken: ['#ebeff7', '#1e2533'],
  line: ['#e1e6ef', '#262e3c'],
  'line-strong': ['#c5cddb', '#3a4458'],
  ink: ['#121826', '#e8ecf4'],
  'ink-soft': ['#475066', '#a9b3c6'],
  'ink-quiet': ['#5b6479', '#8b96ab'],
  accent: ['#1450e6', '#86abff'],
  'accent-wash': ['#e8eefd', '#17233f'],
  bar: ['#1450e6', '#12379a'],
  'hero-end': ['#0b33a8', '#0a1c58'],
  verified: ['#0a6f69', '#52cfc2'],
  'verified-wash': ['#dff4f1', '#0e2b2b'],
  green: ['#08734a', '#35c98b'],
  red: ['#c21f30', '#ff7480'],
  'green-wash': ['#e2f3eb', '#11291f'],
  'red-wash': ['#fbe8ea', '#331a1f'],
  warning: ['#8a5300', '#f1b24a'],
  'warning-wash': ['#fdf1dc', '#2c2213'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Background colours for white text in both themes. */
export const solid = {
  accent: '#1450e6',
  'accent-pressed': '#0f40bd',
  green: '#08734a',
  red: '#c21f30',
} as const;

export type TokenName = keyof typeof tokens;
