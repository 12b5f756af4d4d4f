/** An address for each row of the table of screens, with the parameters that the screen needs. */
import { screens } from '../src/app/routes.ts';

/** The parameters that features provide for their screens, by path. */
const own = import.meta.glob<Readonly<Record<string, string>>>('../src/features/*/testing/opened-on.ts', {
  eager: true,
  import: 'openedOn',
});

/** The parameters of screens about a single item, by path. */
const ABOUT: Readonly<Record<string, string>> = Object.assign(
  { '/pages/kline/index': '?symbol=ETH/USDT', '/pages/index/index': '?symbol=BTC/USDT' },
  ...Object.values(own),
) as Readonly<Record<string, string>>;

/** Limits the run to the screens with these first paths. `tools/touched-screens.ts` selects them. */
const asked = import.meta.env['VITE_SCREENS'] as string | undefined;

const rows = screens.map(({ paths, needsLogin }) => ({
  address: `${paths[0]}${ABOUT[paths[0]] ?? ''}`,
  forVisitors: needsLogin !== true,
}));
const wanted = (address: string): boolean =>
  asked === undefined || asked.split(' ').includes(address.split('?')[0] ?? '');

export const addresses: readonly string[] = rows.map(({ address }) => address).filter(wanted);
export const addressesOfVisitors: readonly string[] = rows
  .filter(({ forVisitors }) => forVisitors)
  .map(({ address }) => address)
  .filter(wanted);
