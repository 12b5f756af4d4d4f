/** Refusals for the bank card, with their texts. */
import { refusal } from '../refusals.ts';

export const bankCardRefusals = {
  bank_card_missing: refusal(403, {
    zh: '请先绑定银行账户',
    en: 'Add a bank account first.',
    es: 'Añade primero una cuenta bancaria.',
    it: 'Aggiungi prima un conto bancario.',
    jp: '先に銀行口座を登録してください。',
    ko: '먼저 은행 계좌를 등록하세요.',
    pt: 'Adicione primeiro uma conta bancária.',
    hk: '請先綁定銀行帳戶。',
    vn: 'Hãy thêm tài khoản ngân hàng trước.',
  }),
  swift_wrong: refusal(400, {
    zh: 'SWIFT 代码有误，请向银行核对',
    en: 'This SWIFT code isn’t valid. Check it with your bank.',
    es: 'Este código SWIFT no es válido. Consúltalo con tu banco.',
    it: 'Questo codice SWIFT non è valido. Verificalo con la tua banca.',
    jp: 'SWIFTコードが正しくありません。銀行にご確認ください。',
    ko: 'SWIFT 코드가 올바르지 않습니다. 은행에 확인하세요.',
    pt: 'Este código SWIFT não é válido. Confira com o seu banco.',
    hk: 'SWIFT 代碼不正確，請向銀行查詢。',
    vn: 'Mã SWIFT này không hợp lệ. Hãy hỏi lại ngân hàng.',
  }),
  iban_wrong: refusal(400, {
    zh: 'IBAN 有误，请逐位核对',
    en: 'This IBAN isn’t valid. Check every letter and digit.',
    es: 'Este IBAN no es válido. Revisa todas las letras y números.',
    it: 'Questo IBAN non è valido. Controlla tutte le lettere e le cifre.',
    jp: 'IBANが正しくありません。文字と数字をすべて確認してください。',
    ko: 'IBAN이 올바르지 않습니다. 글자와 숫자를 모두 확인하세요.',
    pt: 'Este IBAN não é válido. Confira todas as letras e números.',
    hk: 'IBAN 不正確，請檢查每個字母及數字。',
    vn: 'IBAN này không hợp lệ. Hãy kiểm tra từng chữ cái và chữ số.',
  }),
  routing_number_wrong: refusal(400, {
    zh: '银行路由号有误，请向银行核对',
    en: 'This routing number isn’t valid. Check it with your bank.',
    es: 'Este número de ruta no es válido. Consúltalo con tu banco.',
    it: 'Questo numero di routing non è valido. Verificalo con la tua banca.',
    jp: 'ルーティング番号が正しくありません。銀行にご確認ください。',
    ko: '라우팅 번호가 올바르지 않습니다. 은행에 확인하세요.',
    pt: 'Este número de roteamento não é válido. Confira com o seu banco.',
    hk: '銀行路由號碼不正確，請向銀行查詢。',
    vn: 'Số định tuyến này không hợp lệ. Hãy hỏi lại ngân hàng của bạn.',
  }),
};
