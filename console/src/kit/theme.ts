/** The theme of the admin library: the product's colours and typeface, dense rows, no shadows and no decorative animation. */
import type { RaThemeOptions } from 'react-admin';
import { solid, tokens } from './tokens.ts';
import type { TokenName } from './tokens.ts';

const FONT =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif";

/** All colours as CSS custom properties, with the same names as in the customers' app. */
function properties(dark: boolean): Record<string, string> {
  const names = Object.keys(tokens) as TokenName[];
  return Object.fromEntries(names.map((name) => [`--${name}`, tokens[name][dark ? 1 : 0]]));
}

function make(dark: boolean): RaThemeOptions {
  const of = (name: TokenName) => tokens[name][dark ? 1 : 0];
  const ring = { outline: `2px solid ${of('accent')}`, outlineOffset: 1 };
  return {
    palette: {
      mode: dark ? 'dark' : 'light',
      primary: {
        main: of('accent'),
        dark: solid['accent-pressed'],
        contrastText: dark ? '#0b0e14' : '#ffffff',
      },
      secondary: { main: of('accent'), contrastText: dark ? '#0b0e14' : '#ffffff' },
      success: { main: of('green'), contrastText: dark ? '#0b0e14' : '#ffffff' },
      error: { main: of('red'), contrastText: dark ? '#0b0e14' : '#ffffff' },
      warning: { main: of('warning'), contrastText: dark ? '#0b0e14' : '#ffffff' },
      info: { main: of('accent') },
      text: { primary: of('ink'), secondary: of('ink-soft'), disabled: of('ink-quiet') },
      background: { default: of('ground'), paper: of('surface') },
      divider: of('line'),
    },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      button: { textTransform: 'none', fontWeight: 600 },
      body1: { fontSize: 13 },
      body2: { fontSize: 13 },
    },
    transitions: { create: () => 'none' },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          ':root': { ...properties(dark), colorScheme: dark ? 'dark' : 'light' },
          'html, body, #root': { height: '100%' },
          body: { fontSize: 13, lineHeight: 1.45, fontVariantNumeric: 'tabular-nums' },
          ':focus-visible': ring,
          kbd: {
            font: 'inherit',
            fontSize: 11,
            border: `1px solid ${of('line-strong')}`,
            borderRadius: 4,
            padding: '0 5px',
            color: of('ink-soft'),
          },
          a: { color: of('accent') },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': ring } },
      },
      MuiButton: {
        defaultProps: { size: 'small', disableElevation: true },
        styleOverrides: { root: { whiteSpace: 'nowrap' } },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
      MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
      MuiFormLabel: { styleOverrides: { root: { color: of('ink-soft') } } },
      MuiInputBase: { styleOverrides: { root: { fontSize: 13 } } },
      MuiInputLabel: { styleOverrides: { root: { fontSize: 13 } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: of('line-strong') } } },
      MuiTableCell: {
        styleOverrides: {
          root: { padding: '4px 10px', borderColor: of('line'), fontSize: 13 },
          // A Chinese heading has no spaces and could otherwise be broken anywhere.
          head: {
            color: of('ink-soft'),
            fontWeight: 600,
            background: of('surface'),
            wordBreak: 'keep-all',
          },
        },
      },
      MuiLink: { defaultProps: { underline: 'hover' } },
      MuiChip: { styleOverrides: { root: { fontSize: 12 } } },
      MuiTooltip: { defaultProps: { disableInteractive: true } },
    },
  };
}

export const lightTheme = make(false);
export const darkTheme = make(true);
