/** What is mailed, in simplified Chinese. */
import { texts } from '@candor/protocol/notices/zh.ts';
import type { MailWords } from './mail-kinds.ts';

export const zh: MailWords = {
  closing: '您的防钓鱼码：{word}',
  texts: {
    code: {
      subject: '您的验证码',
      text: '您的验证码是 {code}，十分钟内有效，可用于注册账户、重设密码或确认此邮箱归您所有。如非本人操作，请忽略本邮件。我们绝不会向您索要此验证码。',
    },
    email_in_use: {
      subject: '您已拥有账户',
      text: '有人尝试用此邮箱注册账户，而您已有账户。如果是您本人，请直接登录或重设密码；否则无需任何操作。',
    },
    ...texts,
  },
};
