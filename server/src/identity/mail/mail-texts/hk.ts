/** Mail texts in traditional Chinese as written in Hong Kong. */
import { texts } from '@candor/protocol/notices/hk.ts';
import type { MailWords } from './mail-kinds.ts';

export const hk: MailWords = {
  closing: '你的防釣魚碼：{word}',
  texts: {
    code: {
      subject: '你的驗證碼',
      text: '你的驗證碼是 {code}，十分鐘內在提出要求的裝置上有效。如非你本人要求，請忽略此電郵。我們絕不會向你索取此驗證碼。',
    },
    code_register: {
      subject: '註冊你的帳戶',
      text: '你的註冊驗證碼是 {code}，十分鐘內在提出要求的裝置上有效。你亦可在 24 小時內用任何裝置打開此連結：{link} 如非你本人要求，請忽略此電郵。我們絕不會向你索取此驗證碼。',
    },
    code_reset: {
      subject: '重設你的密碼',
      text: '你用於重設密碼的驗證碼是 {code}，十分鐘內在提出要求的裝置上有效。你亦可在 24 小時內用任何裝置打開此連結：{link} 如非你本人要求，請忽略此電郵，你的密碼不會更改。我們絕不會向你索取此驗證碼。',
    },
    email_in_use: {
      subject: '你已有帳戶',
      text: '有人嘗試以此電郵地址註冊帳戶，但你已有帳戶。如果是你本人，請登入或重設密碼；否則毋須理會。',
    },
    ...texts,
  },
};
