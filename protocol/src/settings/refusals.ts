/** Refusals for the settings, with their texts. */
import { refusal } from '../refusals.ts';

export const settingsRefusals = {
  feature_off: refusal(409, {
    zh: '该功能暂不可用',
    en: 'This feature isn’t available right now.',
    es: 'Esta función no está disponible por ahora.',
    it: 'Questa funzione al momento non è disponibile.',
    jp: 'この機能は現在ご利用いただけません。',
    ko: '지금은 사용할 수 없는 기능입니다.',
    pt: 'Este recurso não está disponível no momento.',
    hk: '此功能暫時不可用。',
    vn: 'Tính năng này hiện chưa dùng được.',
  }),
  balance_left: refusal(409, {
    zh: '账户尚有余额，请先提取',
    en: 'There’s still money in your account. Withdraw it first.',
    es: 'Todavía hay dinero en la cuenta. Retíralo primero.',
    it: 'Nel tuo account c’è ancora denaro. Prima prelevalo.',
    jp: 'アカウントに残高があります。先に出金してください。',
    ko: '계정에 잔액이 남아 있습니다. 먼저 출금하세요.',
    pt: 'Ainda há dinheiro na conta. Saque-o primeiro.',
    hk: '帳戶尚有結餘，請先提取。',
    vn: 'Tài khoản của bạn vẫn còn tiền. Hãy rút hết trước.',
  }),
};
