/** Refusals for the wallets, with their texts. */
import { refusal } from '../refusals.ts';

export const walletsRefusals = {
  wallet_not_found: refusal(404, {
    zh: '钱包不存在，请先添加钱包',
    en: 'We couldn’t find this wallet. Add a wallet first.',
    es: 'No encontramos esta billetera. Añade una primero.',
    it: 'Non abbiamo trovato questo wallet. Prima aggiungine uno.',
    jp: 'ウォレットが見つかりません。先にウォレットを追加してください。',
    ko: '지갑을 찾을 수 없습니다. 먼저 지갑을 추가하세요.',
    pt: 'Não encontramos esta carteira. Adicione uma primeiro.',
    hk: '找不到錢包，請先新增錢包。',
    vn: 'Không tìm thấy ví. Hãy thêm ví trước.',
  }),
  no_transaction_records: refusal(404, {
    zh: '暂无交易记录',
    en: 'There are no transactions to show.',
    es: 'No hay movimientos que mostrar.',
    it: 'Non ci sono ancora movimenti.',
    jp: '取引履歴はまだありません。',
    ko: '아직 거래 내역이 없습니다.',
    pt: 'Não há transações a mostrar.',
    hk: '暫無交易紀錄。',
    vn: 'Chưa có giao dịch nào.',
  }),
};
