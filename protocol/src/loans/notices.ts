/** Messages to customers about loans. */
import { notice } from '../notices/notice.ts';

export const loansNotices = {
  /** Params: amount (lent), currency, until (when it is due, market clock). */
  loan_disbursed: notice('loans', {
    zh: {
      subject: '您的贷款已放款',
      text: '您的 {amount} {currency} 贷款已通过审核，并已存入您的现货账户。请在 {until} 前还清；您可以提前部分或全部还款，利息只按使用的天数计算。费用详情请在应用的“我的贷款”中查看。',
    },
    en: {
      subject: 'Your loan was paid out',
      text: 'We’ve approved your loan, and {amount} {currency} is in your spot account. Repay it by {until}. You can repay part or all of it earlier, and you’ll pay interest only for the days that have started. You can see the costs in the app, under Your loans.',
    },
    es: {
      subject: 'Desembolsamos tu préstamo',
      text: 'Aprobamos tu préstamo: {amount} {currency} ya están en tu cuenta spot. Págalo antes del {until}. Puedes pagar antes, en parte o todo, y solo pagarás intereses por los días iniciados. Los costos están en la app, en Tus préstamos.',
    },
    it: {
      subject: 'Prestito erogato',
      text: 'Abbiamo approvato il tuo prestito di {amount} {currency}, che ora è sul conto spot. Va rimborsato entro il {until}. Puoi rimborsarlo prima, in parte o tutto, pagando gli interessi solo per i giorni iniziati. Trovi i costi nell’app, in I tuoi prestiti.',
    },
    jp: {
      subject: 'ローンが実行されました',
      text: '{amount} {currency}のローンが承認され、現物口座に入金されました。返済期限は{until}です。一部または全額を早期に返済でき、利息は始まった日数の分だけです。費用はアプリの「ローン一覧」でご確認いただけます。',
    },
    ko: {
      subject: '대출금이 지급되었습니다',
      text: '{amount} {currency} 대출이 승인되어 현물 계좌에 입금되었습니다. 상환 기한은 {until}입니다. 일부 또는 전액을 더 일찍 상환할 수 있으며, 이자는 이미 시작된 날만큼만 냅니다. 비용은 앱의 ‘내 대출’에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo foi liberado',
      text: 'Seu empréstimo de {amount} {currency} foi aprovado e está na sua conta spot. Pague até {until}. Você pode pagar antes, em parte ou tudo, e só paga juros dos dias iniciados. Os custos estão no app, em Meus empréstimos.',
    },
    hk: {
      subject: '你的貸款已放款',
      text: '你的 {amount} {currency} 貸款已獲批，並已存入你的現貨帳戶。請於 {until} 前還清；你可提早部分或全數還款，利息只按使用日數計算。費用詳情可在應用程式的「我的貸款」查閱。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã được giải ngân',
      text: 'Chúng tôi đã duyệt khoản vay, và {amount} {currency} đã vào tài khoản giao ngay. Hạn trả là {until}. Bạn có thể trả sớm, một phần hoặc toàn bộ, và chỉ trả lãi cho những ngày đã bắt đầu. Chi phí có trong ứng dụng, ở mục Khoản vay của tôi.',
    },
  }),
  /** Params: amount, currency. */
  loan_refused: notice('loans', {
    zh: {
      subject: '您的贷款申请未通过',
      text: '您的 {amount} {currency} 贷款申请未通过。请在应用的“我的贷款”中查看原因，您的文件可以再次使用。',
    },
    en: {
      subject: 'Your loan wasn’t approved',
      text: 'We couldn’t approve your application for a loan of {amount} {currency}. You can see why in the app, under Your loans. If you apply again, you can use the same documents.',
    },
    es: {
      subject: 'No pudimos aprobar tu préstamo',
      text: 'No pudimos aprobar tu solicitud de un préstamo de {amount} {currency}. El motivo está en la app, en Tus préstamos. Si vuelves a solicitarlo, puedes usar los mismos documentos.',
    },
    it: {
      subject: 'Prestito non approvato',
      text: 'Non abbiamo potuto approvare la tua richiesta di un prestito di {amount} {currency}. Il motivo è nell’app, in I tuoi prestiti. Per una nuova richiesta puoi usare gli stessi documenti.',
    },
    jp: {
      subject: 'ローンは承認されませんでした',
      text: '{amount} {currency}のローンのお申し込みは承認されませんでした。理由はアプリの「ローン一覧」でご確認いただけます。再度お申し込みの際は、同じ書類をお使いいただけます。',
    },
    ko: {
      subject: '대출이 승인되지 않았습니다',
      text: '{amount} {currency} 대출 신청이 승인되지 않았습니다. 사유는 앱의 ‘내 대출’에서 확인할 수 있으며, 제출한 서류는 다시 사용할 수 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo não foi aprovado',
      text: 'Seu pedido de empréstimo de {amount} {currency} não foi aprovado. O motivo está no app, em Meus empréstimos. Se pedir de novo, você pode usar os mesmos documentos.',
    },
    hk: {
      subject: '你的貸款申請未獲批准',
      text: '你的 {amount} {currency} 貸款申請未獲批准。原因可在應用程式的「我的貸款」查閱，你的文件可再次使用。',
    },
    vn: {
      subject: 'Khoản vay của bạn không được duyệt',
      text: 'Chúng tôi không duyệt được đơn vay {amount} {currency} của bạn. Lý do có trong ứng dụng, ở mục Khoản vay của tôi. Nếu xin vay lại, bạn có thể dùng lại các giấy tờ đó.',
    },
  }),
  /** Params: amount (owed), currency, until (when it is due, market clock). */
  loan_reminder: notice('loans', {
    zh: {
      subject: '您的贷款即将到期',
      text: '您的贷款目前应还 {amount} {currency}，请在 {until} 前还清。此后逾期费按天计收，不足一天按一天计。请在应用的“我的贷款”中还款，我们不会自动扣款。',
    },
    en: {
      subject: 'Your loan is due soon',
      text: 'You owe {amount} {currency} on your loan. Repay it by {until}. After that, we charge a fee for each day or part of a day. You can repay in the app, under Your loans. We don’t take repayments automatically.',
    },
    es: {
      subject: 'Tu préstamo vence pronto',
      text: 'Debes {amount} {currency} de tu préstamo. Págalo antes del {until}. Después, cada día iniciado añade un recargo. Puedes pagar en la app, en Tus préstamos. No cobramos nada automáticamente.',
    },
    it: {
      subject: 'Il tuo prestito scade presto',
      text: 'Per il tuo prestito devi {amount} {currency}, da rimborsare entro il {until}. Dopo aggiungiamo una mora per ogni giorno iniziato. Puoi rimborsare nell’app, in I tuoi prestiti. Nulla viene addebitato in automatico.',
    },
    jp: {
      subject: 'ローンの返済期限が近づいています',
      text: '現在の返済額は{amount} {currency}、返済期限は{until}です。期限後は、1日が始まるごとに延滞料がかかります。返済はアプリの「ローン一覧」で行えます。自動で引き落とされることはありません。',
    },
    ko: {
      subject: '대출 상환일이 다가옵니다',
      text: '현재 상환할 금액은 {amount} {currency}이며 상환 기한은 {until}입니다. 기한이 지나면 하루가 시작될 때마다 연체료가 부과됩니다. 앱의 ‘내 대출’에서 상환할 수 있으며, 자동으로 인출되지 않습니다.',
    },
    pt: {
      subject: 'Seu empréstimo vence em breve',
      text: 'Você deve {amount} {currency} do seu empréstimo. Pague até {until}. Depois disso, cada dia iniciado gera um encargo. Pague no app, em Meus empréstimos. Nada é debitado automaticamente.',
    },
    hk: {
      subject: '你的貸款即將到期',
      text: '你的貸款現時應還 {amount} {currency}，請於 {until} 前還清。其後逾期費按日計收，不足一日亦作一日計。請在應用程式的「我的貸款」還款，我們不會自動扣款。',
    },
    vn: {
      subject: 'Khoản vay của bạn sắp đến hạn',
      text: 'Bạn còn nợ {amount} {currency} của khoản vay, hạn trả là {until}. Sau đó chúng tôi tính phí quá hạn cho mỗi ngày hoặc một phần của ngày. Bạn có thể trả trong ứng dụng, ở mục Khoản vay của tôi. Chúng tôi không tự động trừ tiền.',
    },
  }),
  /** Params: amount (owed), currency, until (when it was due, market clock). */
  loan_overdue: notice('loan_overdue', {
    zh: {
      subject: '您的贷款已逾期',
      text: '您的贷款应在 {until} 前还清，目前应还 {amount} {currency}。逾期费按天计收，不足一天按一天计，最高不超过协议约定的上限。您的信用分已降低。您可以在应用的“我的贷款”中部分或全部还款，我们不会自动扣款。如有困难，请联系客服。',
    },
    en: {
      subject: 'Your loan is overdue',
      text: 'Your loan was due by {until}, and you now owe {amount} {currency}. We add a fee for each day or part of a day, up to the cap in your agreement, and your credit score has gone down. You can repay part or all of it in the app, under Your loans. We don’t take repayments automatically. If you can’t repay, contact Support.',
    },
    es: {
      subject: 'Tu préstamo está vencido',
      text: 'Tu préstamo venció el {until} y ahora debes {amount} {currency}. Cada día iniciado añade un recargo, hasta el tope de tu contrato, y tu puntuación crediticia bajó. Puedes pagar una parte o todo en la app, en Tus préstamos. No cobramos nada automáticamente. Si no puedes pagar, contacta con Soporte.',
    },
    it: {
      subject: 'Il tuo prestito è scaduto',
      text: 'Il tuo prestito andava rimborsato entro il {until} e devi {amount} {currency}. Aggiungiamo una mora per ogni giorno iniziato, fino al massimo previsto dal contratto, e il tuo punteggio di credito è sceso. Puoi rimborsare in parte o tutto nell’app, in I tuoi prestiti. Nulla viene addebitato in automatico. Se non riesci a rimborsare, contatta l’assistenza.',
    },
    jp: {
      subject: 'ローンの返済期限を過ぎています',
      text: '返済期限は{until}で、現在の返済額は{amount} {currency}です。ローン契約の上限まで、1日が始まるごとに延滞料が加算されます。信用スコアが下がりました。アプリの「ローン一覧」で一部または全額を返済できます。自動で引き落とされることはありません。返済が難しい場合は、サポートにご連絡ください。',
    },
    ko: {
      subject: '대출이 연체되었습니다',
      text: '상환 기한은 {until}이었으며 현재 상환할 금액은 {amount} {currency}입니다. 하루가 시작될 때마다 약정의 상한까지 연체료가 부과됩니다. 신용 점수도 낮아졌습니다. 앱의 ‘내 대출’에서 일부 또는 전액을 상환할 수 있으며, 자동으로 인출되지 않습니다. 상환이 어려우면 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Seu empréstimo está atrasado',
      text: 'Seu empréstimo venceu em {until}, e você deve agora {amount} {currency}. Cada dia iniciado soma um encargo, até o limite do seu contrato, e sua pontuação de crédito caiu. Pague uma parte ou tudo no app, em Meus empréstimos. Nada é debitado automaticamente. Se não puder pagar, fale com o suporte.',
    },
    hk: {
      subject: '你的貸款已逾期',
      text: '你的貸款應於 {until} 前還清，現時應還 {amount} {currency}。逾期費按日計收，不足一日亦作一日計，以協議訂明的上限為限。你的信用評分已下降。你可在應用程式的「我的貸款」償還部分或全部欠款，我們不會自動扣款。如有困難，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã quá hạn',
      text: 'Khoản vay của bạn đến hạn lúc {until} và bạn đang nợ {amount} {currency}. Chúng tôi cộng phí cho mỗi ngày hoặc một phần của ngày, tối đa đến mức trần trong thỏa thuận, và điểm tín dụng của bạn đã giảm. Bạn có thể trả một phần hoặc toàn bộ trong ứng dụng, ở mục Khoản vay của tôi. Chúng tôi không tự động trừ tiền. Nếu không thể trả, hãy liên hệ bộ phận hỗ trợ.',
    },
  }),
  /** Params: amount, currency. */
  loan_settled: notice('loans', {
    zh: {
      subject: '您的贷款已还清',
      text: '您的 {amount} {currency} 贷款已全部还清，不再有欠款。每笔还款见应用中的“我的贷款”。',
    },
    en: {
      subject: 'Your loan is repaid',
      text: 'You’ve repaid your loan of {amount} {currency} in full, and you don’t owe anything more. You can see each payment in the app, under Your loans.',
    },
    es: {
      subject: 'Tu préstamo está pagado',
      text: 'Pagaste por completo tu préstamo de {amount} {currency} y ya no debes nada. Cada pago está en la app, en Tus préstamos.',
    },
    it: {
      subject: 'Prestito rimborsato',
      text: 'Hai rimborsato per intero il tuo prestito di {amount} {currency} e non devi più nulla. Trovi ogni pagamento nell’app, in I tuoi prestiti.',
    },
    jp: {
      subject: 'ローンを完済しました',
      text: '{amount} {currency}のローンを完済しました。残高はありません。各回の返済はアプリの「ローン一覧」でご確認いただけます。',
    },
    ko: {
      subject: '대출을 모두 상환했습니다',
      text: '{amount} {currency} 대출을 모두 상환했습니다. 남은 금액은 없습니다. 상환 내역은 앱의 ‘내 대출’에서 볼 수 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo está quitado',
      text: 'Seu empréstimo de {amount} {currency} foi pago por inteiro, e você não deve mais nada. Cada pagamento está no app, em Meus empréstimos.',
    },
    hk: {
      subject: '你的貸款已還清',
      text: '你的 {amount} {currency} 貸款已全數還清，再無欠款。每筆還款載於應用程式的「我的貸款」內。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã trả xong',
      text: 'Bạn đã trả hết khoản vay {amount} {currency} và không còn nợ gì. Từng lần trả có trong ứng dụng, ở mục Khoản vay của tôi.',
    },
  }),
};
