/** What is mailed, in Japanese. */
import { texts } from '@candor/protocol/notices/jp.ts';
import type { MailWords } from './mail-kinds.ts';

export const jp: MailWords = {
  closing: 'あなたのフィッシング対策ワード：{word}',
  texts: {
    code: {
      subject: '認証コードのお知らせ',
      text: '認証コードは{code}です。お申し込みになった端末で10分間有効です。お心当たりがない場合は、このメールを無視してください。当社がこのコードをお尋ねすることはありません。',
    },
    code_reset: {
      subject: 'パスワードの再設定',
      text: 'パスワード再設定の認証コードは{code}です。お申し込みになった端末で10分間有効です。または、24時間以内に次のリンクをどの端末からでも開いてください：{link} お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。当社がこのコードをお尋ねすることはありません。',
    },
    email_in_use: {
      subject: 'すでにアカウントをお持ちです',
      text: 'このメールアドレスで口座開設の操作がありましたが、すでにアカウントがあります。ご本人の場合は、ログインするかパスワードを再設定してください。それ以外の場合、必要な操作はありません。',
    },
    ...texts,
  },
};
