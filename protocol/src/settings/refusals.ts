/** What the settings refuse, and how it is said. */
import { refusal } from '../refusals.ts';

export const settingsRefusals = {
  feature_off: refusal(409, {
    zh: '功能未开启或暂不可用',
    en: 'This feature is off or not available at the moment.',
    es: 'Esta función está desactivada o no está disponible por ahora.',
    it: 'Questa funzione è disattivata o al momento non disponibile.',
    jp: 'この機能は無効か、現在ご利用いただけません。',
    ko: '꺼져 있거나 지금은 사용할 수 없는 기능입니다.',
    pt: 'Este recurso está desativado ou indisponível no momento.',
    hk: '此功能未開啟或暫時不可用。',
    vn: 'Tính năng này đang tắt hoặc tạm thời không khả dụng.',
  }),
  balance_left: refusal(409, {
    zh: '账户尚有余额，请先提取',
    en: 'There is still money in the account. Withdraw it first.',
    es: 'Todavía hay dinero en la cuenta. Retíralo primero.',
    it: 'Nell’account c’è ancora denaro. Prelevalo prima.',
    jp: '口座に残高があります。先に出金してください。',
    ko: '계정에 잔액이 남아 있습니다. 먼저 출금하세요.',
    pt: 'Ainda há dinheiro na conta. Saque-o primeiro.',
    hk: '帳戶尚有結餘，請先提取。',
    vn: 'Tài khoản vẫn còn tiền. Hãy rút hết trước.',
  }),
};
