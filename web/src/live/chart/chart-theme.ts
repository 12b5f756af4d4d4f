/** The settings that the chart must follow: language, theme, and the colour for rises. */
import type { Language } from '@candor/protocol/languages.ts';
import { useEffect, useState } from 'react';
import { decimalsOfText } from '../../lib/format.ts';
import { riseColourOf, useSession } from '../../lib/session.ts';
import type { Quotation } from '../quotes.ts';

export type ChartTheme = {
  readonly language: Language;
  /** A key that changes whenever a colour may have changed. */
  readonly key: string;
  readonly decimalsOf: (row: Pick<Quotation, 'tick_size'>) => {
    readonly price: number;
    readonly volume: number;
  };
};

const darkMedia = '(prefers-color-scheme: dark)';

function useSystemDark(): boolean {
  const [dark, setDark] = useState(() => window.matchMedia(darkMedia).matches);
  useEffect(() => {
    const media = window.matchMedia(darkMedia);
    const change = () => setDark(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return dark;
}

const decimalsOf: ChartTheme['decimalsOf'] = (row) => ({ price: decimalsOfText(row.tick_size), volume: 2 });

export function useChartTheme(): ChartTheme {
  const session = useSession();
  const systemDark = useSystemDark();
  const shade = session.theme === 'system' ? (systemDark ? 'dark' : 'light') : session.theme;
  return { language: session.language, key: `${shade} ${riseColourOf(session)}`, decimalsOf };
}
