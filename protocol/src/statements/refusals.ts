/** Refusals for statements, with their texts. */
import { refusal } from '../refusals.ts';

export const statementsRefusals = {
  statement_too_long: refusal(409, {
    zh: '记录超过 {max} 条，无法放进一个文件。请选择较短的期间，或在“资金记录”中下载完整账本。',
    en: 'There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.',
    es: 'Hay más de {max} movimientos, demasiados para un archivo. Elige un periodo más corto o descarga tu libro contable completo en Movimientos.',
    it: 'Ci sono più di {max} movimenti, troppi per un solo file. Scegli un periodo più breve o scarica l’intero libro contabile da Movimenti.',
    jp: '記録が{max}件を超えるため、1つのファイルにまとめられません。期間を短くするか、「入出金・取引履歴」から全記録をダウンロードしてください。',
    ko: '기록이 {max}건을 넘어 파일 하나에 담을 수 없습니다. 더 짧은 기간을 선택하거나 ‘자금 내역’에서 전체 장부를 내려받으세요.',
    pt: 'Há mais de {max} lançamentos, o que é demais para um arquivo. Escolha um período menor ou baixe seu livro contábil completo em Histórico de transações.',
    hk: '紀錄超過 {max} 項，無法放進一個檔案。請選擇較短的期間，或在「資金紀錄」下載完整帳簿。',
    vn: 'Có hơn {max} bút toán, quá nhiều cho một tệp. Hãy chọn kỳ ngắn hơn hoặc tải toàn bộ sổ cái trong mục Lịch sử giao dịch.',
  }),
};
