/** What customers are told of news and help. */
import { notice } from '../notices/notice.ts';

export const contentNotices = {
  /** Names nothing; `article` says which, by its id. */
  agreement_changed: notice('agreements', {
    zh: {
      subject: '协议或法律说明有变更',
      text: '请查看现在的内容、自何时起适用，以及之前的内容。如果您不同意，可以联系客服，也可以提取资金并注销账户。',
    },
    en: {
      subject: 'An agreement or legal notice has changed',
      text: 'Read what it says now, since when that counts, and what it said before. If you do not agree, customer service is there for you, and you can withdraw your money and close your account.',
    },
    es: {
      subject: 'Ha cambiado un contrato o aviso legal',
      text: 'Lee qué dice ahora, desde cuándo se aplica y qué decía antes. Si no estás de acuerdo, atención al cliente te ayuda, y puedes retirar tu dinero y cerrar tu cuenta.',
    },
    it: {
      subject: 'Un contratto o avviso legale è cambiato',
      text: 'Leggi che cosa dice ora, da quando vale e che cosa diceva prima. Se non sei d’accordo, il servizio clienti è a tua disposizione, e puoi prelevare il tuo denaro e chiudere l’account.',
    },
    jp: {
      subject: '契約または法的なお知らせが変更されました',
      text: '現在の内容、いつから適用されるか、以前の内容をご確認ください。同意できない場合はカスタマーサービスにご相談いただくか、資金を出金して口座を閉鎖することができます。',
    },
    ko: {
      subject: '약관 또는 법적 고지가 변경되었습니다',
      text: '현재 내용과 적용 시작 시점, 이전 내용을 확인하세요. 동의하지 않으시면 고객센터에 문의하거나 자금을 출금하고 계정을 해지할 수 있습니다.',
    },
    pt: {
      subject: 'Um contrato ou aviso legal mudou',
      text: 'Leia o que diz agora, desde quando vale e o que dizia antes. Se você não concordar, o atendimento está à disposição, e você pode sacar seu dinheiro e encerrar sua conta.',
    },
    hk: {
      subject: '協議或法律聲明有更改',
      text: '請查看現時的內容、由何時起適用，以及之前的內容。如你不同意，可聯絡客戶服務，亦可提取資金並關閉帳戶。',
    },
    vn: {
      subject: 'Một thỏa thuận hoặc thông báo pháp lý đã thay đổi',
      text: 'Hãy đọc nội dung hiện tại, có hiệu lực từ khi nào và trước đây viết gì. Nếu bạn không đồng ý, bộ phận hỗ trợ khách hàng luôn sẵn sàng, và bạn có thể rút tiền và đóng tài khoản.',
    },
  }),
};
