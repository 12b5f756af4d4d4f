/** Mail texts in simplified Chinese. */
import { texts } from '@candor/protocol/notices/zh.ts';
import type { MailWords } from './mail-kinds.ts';

export const zh: MailWords = {
  closing: '您的防钓鱼码：{word}',
  texts: {
    code: {
      subject: '您的验证码',
      text: '您的验证码是 {code}，十分钟内在您申请的设备上有效。如非本人操作，请忽略本邮件。我们绝不会向您索要此验证码。',
    },
    code_register: {
      subject: '注册您的账户',
      text: '您的注册验证码是 {code}，十分钟内在您申请的设备上有效。您也可以在 24 小时内用任意设备打开此链接：{link} 如非本人操作，请忽略本邮件。我们绝不会向您索要此验证码。',
    },
    code_reset: {
      subject: '重置您的密码',
      text: '您用于重置密码的验证码是 {code}，十分钟内在您申请的设备上有效。您也可以在 24 小时内用任意设备打开此链接：{link} 如非本人操作，请忽略本邮件，您的密码不会改变。我们绝不会向您索要此验证码。',
    },
    email_in_use: {
      subject: '您已有账户',
      text: '有人尝试用此邮箱注册账户，但您已有账户。如果是您本人，请直接登录或重置密码；否则无需任何操作。',
    },
    ...texts,
  },
};
