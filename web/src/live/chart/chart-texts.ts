/** The texts on the chart in nine languages, because the library has none for the app's language codes. */
import type { Language } from '@candor/protocol/languages.ts';
import type { Locales } from 'klinecharts';
import { registerLocale } from 'klinecharts';

type Words = readonly [
  time: string,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  change: string,
];

const words: Readonly<Record<Language, Words>> = {
  en: ['Time ', 'O ', 'H ', 'L ', 'C ', 'Vol ', 'Chg '],
  zh: ['时间 ', '开 ', '高 ', '低 ', '收 ', '量 ', '涨跌 '],
  hk: ['時間 ', '開 ', '高 ', '低 ', '收 ', '量 ', '升跌 '],
  es: ['Hora ', 'A ', 'Máx ', 'Mín ', 'C ', 'Vol ', 'Var '],
  it: ['Ora ', 'A ', 'Max ', 'Min ', 'C ', 'Vol ', 'Var '],
  jp: ['時刻 ', '始 ', '高 ', '安 ', '終 ', '出来高 ', '変化 '],
  ko: ['시간 ', '시 ', '고 ', '저 ', '종 ', '거래량 ', '등락 '],
  pt: ['Hora ', 'A ', 'Máx ', 'Mín ', 'F ', 'Vol ', 'Var '],
  vn: ['Giờ ', 'Mở ', 'Cao ', 'Thấp ', 'Đóng ', 'KL ', '± '],
};

function textsOf([time, open, high, low, close, volume, change]: Words): Locales {
  const units = { second: 's', minute: 'm', hour: 'h', day: 'D', week: 'W', month: 'M', year: 'Y' };
  return { time, open, high, low, close, volume, change, turnover: volume, ...units };
}

/** Registers the nine languages with the chart library. It must be called before the first chart is created. */
export function registerChartTexts(): void {
  for (const [language, texts] of Object.entries(words)) registerLocale(language, textsOf(texts));
}
