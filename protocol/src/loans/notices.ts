/** What customers are told of credit. */
import { notice } from '../notices/notice.ts';

export const loansNotices = {
  /** Names amount (lent), currency, until (when it is due, of the market clock). */
  loan_disbursed: notice('loans', {
    zh: {
      subject: '您的贷款已发放',
      text: '您的 {amount} {currency} 贷款已通过审核，并已存入您的现货账户。请在 {until} 前还清；您可以提前部分或全部还款，利息只按使用的天数计算。费用详情请在应用的“贷款”中查看。',
    },
    en: {
      subject: 'Your loan was paid out',
      text: 'Your loan of {amount} {currency} was approved and is in your spot account. It is to be repaid by {until}; you can repay earlier, in part or whole, and then pay interest for the days used. What it costs is in the app, under loans.',
    },
    es: {
      subject: 'Tu préstamo fue desembolsado',
      text: 'Tu préstamo de {amount} {currency} fue aprobado y está en tu cuenta al contado. Debe devolverse antes del {until}; puedes devolverlo antes, en parte o entero, y pagas entonces intereses solo por los días usados. Lo que cuesta está en la aplicación, en préstamos.',
    },
    it: {
      subject: 'Il tuo prestito è stato erogato',
      text: 'Il tuo prestito di {amount} {currency} è stato approvato ed è sul tuo conto spot. Va rimborsato entro il {until}; puoi rimborsarlo prima, in parte o per intero, pagando gli interessi dei soli giorni usati. Quanto costa è nell’app, tra i prestiti.',
    },
    jp: {
      subject: 'ローンが実行されました',
      text: '{amount} {currency} のローンが承認され、現物口座に入金されました。返済期限は {until} です。一部または全額を早めに返済でき、利息は利用した日数分のみです。費用はアプリのローンでご確認いただけます。',
    },
    ko: {
      subject: '대출금이 지급되었습니다',
      text: '{amount} {currency} 대출이 승인되어 현물 계정에 입금되었습니다. 상환 기한은 {until}입니다. 일부 또는 전액을 미리 상환할 수 있으며 이자는 사용한 일수만큼만 부과됩니다. 비용은 앱의 대출에서 확인할 수 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo foi liberado',
      text: 'Seu empréstimo de {amount} {currency} foi aprovado e está na sua conta à vista. Deve ser pago até {until}; você pode pagar antes, em parte ou por inteiro, com juros só dos dias usados. O que ele custa está no aplicativo, em empréstimos.',
    },
    hk: {
      subject: '你的貸款已發放',
      text: '你的 {amount} {currency} 貸款已獲批，並已存入你的現貨賬戶。請於 {until} 前還清；你可提早部分或全數還款，利息只按使用日數計算。費用詳情可在應用程式的「貸款」查閱。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã được giải ngân',
      text: 'Khoản vay {amount} {currency} của bạn đã được duyệt và đã vào tài khoản giao ngay. Hạn trả là {until}; bạn có thể trả sớm, một phần hoặc toàn bộ, và chỉ trả lãi cho số ngày đã dùng. Chi phí có trong ứng dụng, ở mục khoản vay.',
    },
  }),
  /** Names amount, currency. */
  loan_refused: notice('loans', {
    zh: {
      subject: '您的贷款申请未通过',
      text: '您的 {amount} {currency} 贷款申请未通过。原因请在应用的“贷款”中查看，您的资料可以再次使用。',
    },
    en: {
      subject: 'Your loan was not approved',
      text: 'Your application for a loan of {amount} {currency} was not approved. The reason is in the app, under loans, and your documents can be used again.',
    },
    es: {
      subject: 'Tu préstamo no fue aprobado',
      text: 'Tu solicitud de un préstamo de {amount} {currency} no fue aprobada. El motivo está en la aplicación, en préstamos, y tus documentos se pueden usar de nuevo.',
    },
    it: {
      subject: 'Il tuo prestito non è stato approvato',
      text: 'La tua richiesta di un prestito di {amount} {currency} non è stata approvata. Il motivo è nell’app, tra i prestiti, e i tuoi documenti si possono usare di nuovo.',
    },
    jp: {
      subject: 'ローンは承認されませんでした',
      text: '{amount} {currency} のローンのお申し込みは承認されませんでした。理由はアプリのローンでご確認いただけます。提出書類は再度ご利用いただけます。',
    },
    ko: {
      subject: '대출이 승인되지 않았습니다',
      text: '{amount} {currency} 대출 신청이 승인되지 않았습니다. 사유는 앱의 대출에서 확인할 수 있으며 제출한 서류는 다시 사용할 수 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo não foi aprovado',
      text: 'Seu pedido de empréstimo de {amount} {currency} não foi aprovado. O motivo está no aplicativo, em empréstimos, e seus documentos podem ser usados de novo.',
    },
    hk: {
      subject: '你的貸款申請未獲批',
      text: '你的 {amount} {currency} 貸款申請未獲批。原因可在應用程式的「貸款」查閱，你的文件可再次使用。',
    },
    vn: {
      subject: 'Khoản vay của bạn không được duyệt',
      text: 'Đơn vay {amount} {currency} của bạn không được duyệt. Lý do có trong ứng dụng, ở mục khoản vay, và bạn có thể dùng lại giấy tờ của mình.',
    },
  }),
  /** Names amount (owed), currency, until (when it is due, of the market clock). */
  loan_reminder: notice('loans', {
    zh: {
      subject: '您的贷款即将到期',
      text: '您的贷款目前应还 {amount} {currency}，请在 {until} 前还清。此后每开始一天都会产生逾期费。请在应用的“贷款”中还款，我们不会自动扣款。',
    },
    en: {
      subject: 'Your loan is due soon',
      text: '{amount} {currency} of your loan are owed now, and it is to be repaid by {until}. From then on each begun day costs a fee. You repay it in the app, under loans; nothing is taken by itself.',
    },
    es: {
      subject: 'Tu préstamo vence pronto',
      text: 'Ahora debes {amount} {currency} de tu préstamo, que debe devolverse antes del {until}. Desde entonces cada día empezado cuesta una comisión. Lo devuelves en la aplicación, en préstamos; no se cobra nada por sí solo.',
    },
    it: {
      subject: 'Il tuo prestito scade presto',
      text: 'Del tuo prestito ora devi {amount} {currency}, da rimborsare entro il {until}. Da allora ogni giorno iniziato costa una commissione. Lo rimborsi nell’app, tra i prestiti; nulla viene prelevato da solo.',
    },
    jp: {
      subject: 'ローンの返済期限が近づいています',
      text: '現在の返済額は {amount} {currency} で、返済期限は {until} です。期限後は 1 日始まるごとに遅延手数料がかかります。返済はアプリのローンから行えます。自動で引き落とされることはありません。',
    },
    ko: {
      subject: '대출 상환일이 다가옵니다',
      text: '현재 상환할 금액은 {amount} {currency}이며 상환 기한은 {until}입니다. 이후에는 하루가 시작될 때마다 연체 수수료가 부과됩니다. 앱의 대출에서 상환할 수 있으며 자동으로 인출되지 않습니다.',
    },
    pt: {
      subject: 'Seu empréstimo vence em breve',
      text: 'Agora você deve {amount} {currency} do seu empréstimo, a pagar até {until}. A partir daí cada dia iniciado custa uma taxa. Você paga no aplicativo, em empréstimos; nada é cobrado sozinho.',
    },
    hk: {
      subject: '你的貸款即將到期',
      text: '你的貸款現時欠款 {amount} {currency}，請於 {until} 前還清。其後每開始一日均會收取逾期費。請在應用程式的「貸款」還款，我們不會自動扣款。',
    },
    vn: {
      subject: 'Khoản vay của bạn sắp đến hạn',
      text: 'Hiện bạn còn nợ {amount} {currency} của khoản vay, hạn trả là {until}. Từ lúc đó mỗi ngày bắt đầu đều tính một khoản phí. Bạn trả trong ứng dụng, ở mục khoản vay; không có khoản nào tự động bị trừ.',
    },
  }),
  /** Names amount (owed), currency, until (when it was due, of the market clock). */
  loan_overdue: notice('loan_overdue', {
    zh: {
      subject: '您的贷款已逾期',
      text: '您的贷款应在 {until} 前还清，目前应还 {amount} {currency}。每开始一天会增加逾期费，最高不超过协议约定的上限，您的信用分已降低。您可以在应用的“贷款”中部分或全部还款，我们不会自动扣款。如有困难，请联系客服。',
    },
    en: {
      subject: 'Your loan is overdue',
      text: 'Your loan was to be repaid by {until}, and {amount} {currency} are owed now. Each begun day adds a fee, up to the cap in your agreement, and your credit score has gone down. You repay it in the app, under loans, in part or whole; nothing is taken by itself. If you cannot, contact customer service.',
    },
    es: {
      subject: 'Tu préstamo está vencido',
      text: 'Tu préstamo debía devolverse antes del {until} y ahora debes {amount} {currency}. Cada día empezado añade una comisión, hasta el tope de tu contrato, y tu puntuación de crédito ha bajado. Lo devuelves en la aplicación, en préstamos, en parte o entero; no se cobra nada por sí solo. Si no puedes, contacta con atención al cliente.',
    },
    it: {
      subject: 'Il tuo prestito è scaduto',
      text: 'Il tuo prestito andava rimborsato entro il {until} e ora devi {amount} {currency}. Ogni giorno iniziato aggiunge una commissione, fino al limite del tuo contratto, e il tuo punteggio di credito è sceso. Lo rimborsi nell’app, tra i prestiti, in parte o per intero; nulla viene prelevato da solo. Se non puoi, contatta il servizio clienti.',
    },
    jp: {
      subject: 'ローンの返済が遅れています',
      text: '返済期限は {until} で、現在の返済額は {amount} {currency} です。1 日始まるごとに、契約の上限まで遅延手数料が加算され、信用スコアが下がりました。アプリのローンから一部または全額を返済できます。自動で引き落とされることはありません。返済が難しい場合はカスタマーサービスにご連絡ください。',
    },
    ko: {
      subject: '대출이 연체되었습니다',
      text: '상환 기한은 {until}이었으며 현재 상환할 금액은 {amount} {currency}입니다. 하루가 시작될 때마다 계약서의 한도까지 연체 수수료가 더해지고 신용 점수가 낮아졌습니다. 앱의 대출에서 일부 또는 전액을 상환할 수 있으며 자동으로 인출되지 않습니다. 상환이 어려우면 고객센터에 문의해 주세요.',
    },
    pt: {
      subject: 'Seu empréstimo está atrasado',
      text: 'Seu empréstimo devia ser pago até {until} e agora você deve {amount} {currency}. Cada dia iniciado soma uma taxa, até o limite do seu contrato, e sua pontuação de crédito caiu. Você paga no aplicativo, em empréstimos, em parte ou por inteiro; nada é cobrado sozinho. Se não puder, fale com o atendimento ao cliente.',
    },
    hk: {
      subject: '你的貸款已逾期',
      text: '你的貸款應於 {until} 前還清，現時欠款 {amount} {currency}。每開始一日會增加逾期費，以協議訂明的上限為限，你的信用分已下降。你可在應用程式的「貸款」部分或全數還款，我們不會自動扣款。如有困難，請聯絡客戶服務。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã quá hạn',
      text: 'Hạn trả khoản vay của bạn là {until} và hiện bạn còn nợ {amount} {currency}. Mỗi ngày bắt đầu cộng thêm một khoản phí, tối đa đến mức trần trong hợp đồng, và điểm tín dụng của bạn đã giảm. Bạn trả trong ứng dụng, ở mục khoản vay, một phần hoặc toàn bộ; không có khoản nào tự động bị trừ. Nếu không thể trả, hãy liên hệ chăm sóc khách hàng.',
    },
  }),
  /** Names amount, currency. */
  loan_settled: notice('loans', {
    zh: {
      subject: '您的贷款已还清',
      text: '您的 {amount} {currency} 贷款已全部还清，不再有欠款。每笔还款见应用中的“贷款”。',
    },
    en: {
      subject: 'Your loan is repaid',
      text: 'Your loan of {amount} {currency} is repaid in full, and nothing is owed any more. Each payment is in the app, under loans.',
    },
    es: {
      subject: 'Tu préstamo está pagado',
      text: 'Tu préstamo de {amount} {currency} está pagado por completo y no se debe nada más. Cada pago está en la app, en préstamos.',
    },
    it: {
      subject: 'Il tuo prestito è rimborsato',
      text: 'Il tuo prestito di {amount} {currency} è rimborsato per intero e non è dovuto altro. Ogni pagamento è nell’app, tra i prestiti.',
    },
    jp: {
      subject: 'ローンを完済しました',
      text: '{amount} {currency} のローンは全額返済され、残りはありません。各回の返済はアプリの「ローン」にあります。',
    },
    ko: {
      subject: '대출을 모두 갚았습니다',
      text: '{amount} {currency} 대출을 모두 갚아 남은 금액이 없습니다. 각 상환 내역은 앱의 대출에 있습니다.',
    },
    pt: {
      subject: 'Seu empréstimo está quitado',
      text: 'Seu empréstimo de {amount} {currency} foi pago por inteiro e nada mais é devido. Cada pagamento está no app, em empréstimos.',
    },
    hk: {
      subject: '你的貸款已還清',
      text: '你的 {amount} {currency} 貸款已全數還清，再無欠款。每筆還款載於應用程式的「貸款」內。',
    },
    vn: {
      subject: 'Khoản vay của bạn đã trả xong',
      text: 'Khoản vay {amount} {currency} của bạn đã được trả hết và không còn nợ gì. Từng lần trả có trong ứng dụng, ở mục khoản vay.',
    },
  }),
};
