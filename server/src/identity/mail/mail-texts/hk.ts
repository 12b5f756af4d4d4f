/** What is mailed, in traditional Chinese as written in Hong Kong. */
import { texts } from '@candor/protocol/notices/hk.ts';
import type { MailWords } from './mail-kinds.ts';

export const hk: MailWords = {
  closing: '你的防釣魚字句：{word}',
  texts: {
    code: {
      subject: '你的驗證碼',
      text: '你的驗證碼是 {code}，十分鐘內有效，可用於登記帳戶、重設密碼或確認此電郵地址屬於你。如非你本人要求，請忽略此電郵。我們絕不會向你索取此驗證碼。',
    },
    email_in_use: {
      subject: '你已有帳戶',
      text: '有人嘗試以此電郵地址登記帳戶，而你已有帳戶。如果是你本人，請登入或重設密碼；否則毋須理會。',
    },
    ...texts,
  },
};
