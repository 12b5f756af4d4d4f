/** Saves the chart as a picture that says what it shows. */
import type { Chart } from 'klinecharts';
import { useTranslations } from 'use-intl';
import { useIsDemo } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useToasts } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMarketClock } from '../market-seconds.ts';
import type { ChartView } from './chart-periods.ts';
import { readColours } from './chart-styles.ts';
import { houseNow } from '../../lib/house-clock.ts';

export function useSavePicture(chart: Chart | null, symbol: string, view: ChartView): () => void {
  const { showToast } = useToasts();
  const t = useTranslations('chart');
  const ui = useTranslations('ui');
  const format = useFormat();
  const marketClock = useMarketClock();
  const isDemo = useIsDemo();
  return () => {
    const place = chart?.getDom();
    if (chart === null || !place) return;
    const nowMs = marketClock.nowMs() ?? houseNow();
    const time = format.moment(nowMs / 1000);
    const head = {
      title: `${symbol} · ${t(`view.${view}`)}`,
      // A picture is seen outside the app, without the bar that says that the prices are simulated.
      detail: isDemo === true ? `${time} · ${t('demoPrices')}` : time,
      brand: 'Candor',
    };
    const name = `candor-${symbol.replace('/', '-')}-${new Date(nowMs).toISOString().slice(0, 16).replace(':', '-')}.png`;
    import('./chart-picture.ts')
      .then(({ chartPicture }) => chartPicture(chart, head, readColours(place)))
      .then(
        (picture) => saveFile(name, picture, 'image/png'),
        () => showToast(ui('networkFailed'), 'bad'),
      );
  };
}
