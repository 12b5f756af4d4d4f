/** Text messages in the nine languages. They are short, because a message can hold only seventy Chinese characters. */
import type { Language } from '@candor/protocol/languages.ts';

export const textMessageTexts: Readonly<Record<Language, string>> = {
  en: 'Candor: your code is {code}. It works for ten minutes. We never ask for it.',
  zh: 'Candor：您的验证码是 {code}，十分钟内有效。我们绝不会向您索要。',
  es: 'Candor: tu código es {code}. Vale diez minutos. Nunca te lo pediremos.',
  it: 'Candor: il tuo codice è {code}. Vale dieci minuti. Non te lo chiederemo mai.',
  jp: 'Candor：認証コードは{code}です。10分間有効です。当社がお尋ねすることはありません。',
  ko: 'Candor: 인증번호는 {code}입니다. 10분간 유효합니다. 저희는 인증번호를 묻지 않습니다.',
  pt: 'Candor: seu código é {code}. Vale por dez minutos. Nunca pedimos esse código.',
  hk: 'Candor：你的驗證碼是 {code}，十分鐘內有效。我們絕不會向你索取。',
  vn: 'Candor: mã của bạn là {code}, có hiệu lực mười phút. Chúng tôi không bao giờ hỏi mã này.',
};
