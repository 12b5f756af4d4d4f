/** Refusals for the keys with which devices sign orders. */
import { refusal } from '../refusals.ts';

export const receiptRefusals = {
  device_keys_too_many: refusal(429, {
    zh: '此次登录今日注册的签名密钥已达上限，请明天再试',
    en: 'This session has registered too many signing keys today. Try again tomorrow.',
    es: 'Esta sesión ya registró demasiadas claves de firma hoy. Inténtalo mañana.',
    it: 'Questa sessione ha già registrato troppe chiavi di firma oggi. Riprova domani.',
    jp: 'このログインで登録できる署名鍵の1日の上限に達しました。明日もう一度お試しください。',
    ko: '이 로그인에서 오늘 등록할 수 있는 서명 키 한도에 도달했습니다. 내일 다시 시도하세요.',
    pt: 'Esta sessão já registrou chaves de assinatura demais hoje. Tente de novo amanhã.',
    hk: '此次登入今日登記的簽署密鑰已達上限，請明日再試。',
    vn: 'Phiên đăng nhập này đã đăng ký quá nhiều khóa ký trong hôm nay. Hãy thử lại vào ngày mai.',
  }),
};
