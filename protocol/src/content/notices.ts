/** Messages to customers about news and help. */
import { notice } from '../notices/notice.ts';

export const contentNotices = {
  /** Params: article (its slug, for navigation only). */
  agreement_changed: notice('agreements', {
    zh: {
      subject: '协议或法律说明有变更',
      text: '我们更新了协议或法律说明。您可在应用中查看新版内容、生效时间和旧版内容。如不同意，可联系客服，也可提取资金并注销账户。',
    },
    en: {
      subject: 'An agreement or legal notice has changed',
      text: 'We’ve changed an agreement or legal notice. In the app, you can read the new version, when it took effect and what it said before. If you don’t agree with the change, contact Support. You can also withdraw your money and close your account.',
    },
    es: {
      subject: 'Ha cambiado un contrato o aviso legal',
      text: 'Cambiamos un contrato o aviso legal. En la app puedes leer la versión nueva, desde cuándo está vigente y qué decía antes. Si no estás de acuerdo, contacta con Soporte. También puedes retirar tu dinero y cerrar tu cuenta.',
    },
    it: {
      subject: 'È cambiato un contratto o un avviso legale',
      text: 'Abbiamo modificato un contratto o avviso legale. Nell’app puoi leggere la nuova versione, da quando è in vigore e che cosa diceva prima. Se non sei d’accordo, contatta l’assistenza. Puoi anche prelevare il tuo denaro e chiudere l’account.',
    },
    jp: {
      subject: '規約・契約または法的なお知らせを変更しました',
      text: '規約・契約または法的なお知らせを変更しました。新しい内容、適用開始日、以前の内容をアプリでご確認いただけます。同意されない場合は、サポートにご連絡ください。資金を出金してアカウントを解約することもできます。',
    },
    ko: {
      subject: '약관 또는 법적 고지가 변경되었습니다',
      text: '약관 또는 법적 고지를 변경했습니다. 변경된 내용과 적용 시점, 이전 내용은 앱에서 확인할 수 있습니다. 동의하지 않으시면 고객센터에 문의하거나, 출금한 뒤 계정을 해지할 수 있습니다.',
    },
    pt: {
      subject: 'Um contrato ou aviso legal mudou',
      text: 'Alteramos um contrato ou aviso legal. No app, você pode ler a nova versão, desde quando ela vale e o que dizia antes. Se você não concordar, fale com o suporte. Você também pode sacar seu dinheiro e encerrar sua conta.',
    },
    hk: {
      subject: '協議或法律聲明有更改',
      text: '我們更改了協議或法律聲明。你可在應用程式查閱新內容、生效日期及舊內容。如不同意，可聯絡客戶服務，亦可提取資金並關閉帳戶。',
    },
    vn: {
      subject: 'Một thỏa thuận hoặc thông báo pháp lý đã thay đổi',
      text: 'Chúng tôi đã thay đổi một thỏa thuận hoặc thông báo pháp lý. Trong ứng dụng, bạn có thể xem nội dung mới, thời điểm có hiệu lực và nội dung cũ. Nếu bạn không đồng ý, hãy liên hệ bộ phận hỗ trợ. Bạn cũng có thể rút tiền và đóng tài khoản.',
    },
  }),
};
