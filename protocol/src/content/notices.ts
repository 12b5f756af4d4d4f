/** Messages to customers about news and help. */
import { notice } from '../notices/notice.ts';

export const contentNotices = {
  /** Params: none; `article` is the id of the article. */
  agreement_changed: notice('agreements', {
    zh: {
      subject: '协议或法律说明有变更',
      text: '请查看新的内容、自何时起适用，以及之前的内容。如果您不同意，可以联系客服，也可以提取资金并注销账户。',
    },
    en: {
      subject: 'An agreement or legal notice has changed',
      text: 'We’ve changed an agreement or legal notice. In the app, you can read the new version, when it took effect and what it said before. If you don’t agree with it, contact Support. You can also withdraw your money and close your account.',
    },
    es: {
      subject: 'Ha cambiado un contrato o aviso legal',
      text: 'Lee qué dice ahora, desde cuándo está vigente y qué decía antes. Si no estás de acuerdo, Soporte puede ayudarte, y puedes retirar tu dinero y cerrar tu cuenta.',
    },
    it: {
      subject: 'Un contratto o avviso legale è cambiato',
      text: 'Leggi che cosa dice ora, da quando è in vigore e che cosa diceva prima. Se non sei d’accordo, l’assistenza è a tua disposizione, e puoi prelevare il tuo denaro e chiudere l’account.',
    },
    jp: {
      subject: '規約・契約または法的なお知らせの変更',
      text: '現在の内容、適用開始日、以前の内容をご確認ください。同意されない場合は、サポートにご相談いただくか、資金を出金してアカウントを解約できます。',
    },
    ko: {
      subject: '약관 또는 법적 고지가 변경되었습니다',
      text: '변경된 내용과 적용 시점, 이전 내용을 확인하세요. 동의하지 않으시면 고객센터에 문의하거나, 출금한 뒤 계정을 해지할 수 있습니다.',
    },
    pt: {
      subject: 'Um contrato ou aviso legal mudou',
      text: 'Leia o que diz agora, desde quando vale e o que dizia antes. Se você não concordar, fale com o suporte. Você também pode sacar seu dinheiro e encerrar sua conta.',
    },
    hk: {
      subject: '協議或法律聲明有更改',
      text: '請查看新的內容、由何時起適用，以及之前的內容。如你不同意，可聯絡客戶服務，亦可提取資金並關閉帳戶。',
    },
    vn: {
      subject: 'Một thỏa thuận hoặc thông báo pháp lý đã thay đổi',
      text: 'Hãy đọc nội dung hiện tại, có hiệu lực từ khi nào và trước đây viết gì. Nếu bạn không đồng ý, hãy liên hệ bộ phận hỗ trợ. Bạn cũng có thể rút tiền và đóng tài khoản.',
    },
  }),
};
