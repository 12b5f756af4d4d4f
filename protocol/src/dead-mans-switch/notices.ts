/** Messages to customers about their dead man's switch. */
import { notice } from '../notices/notice.ts';

export const deadMansSwitchNotices = {
  /** Params: count. */
  orders_switched_off: notice('orders', {
    zh: {
      subject: '您的定时撤单已触发',
      text: '您的定时撤单未按时续期，因此我们正在撤销您的当前委托。涉及的委托数：{count}。',
    },
    en: {
      subject: 'Your dead man’s switch was triggered',
      text: 'Your dead man’s switch wasn’t renewed in time, so we’re cancelling your open orders. Orders affected: {count}.',
    },
    es: {
      subject: 'Se activó tu cancelación por desconexión',
      text: 'Tu cancelación por desconexión no se renovó a tiempo, así que estamos cancelando tus órdenes abiertas. Órdenes afectadas: {count}.',
    },
    it: {
      subject: 'L’annullamento per disconnessione è scattato',
      text: 'L’annullamento per disconnessione non è stato rinnovato in tempo, quindi stiamo annullando i tuoi ordini aperti. Ordini interessati: {count}.',
    },
    jp: {
      subject: 'デッドマンスイッチが作動しました',
      text: 'デッドマンスイッチが期限までに更新されなかったため、未約定注文を取り消しています。対象の注文：{count}件。',
    },
    ko: {
      subject: '데드맨 스위치가 작동했습니다',
      text: '데드맨 스위치가 제때 갱신되지 않아 미체결 주문을 취소하고 있습니다. 대상 주문: {count}건.',
    },
    pt: {
      subject: 'Seu cancelamento por desconexão foi acionado',
      text: 'Seu cancelamento por desconexão não foi renovado a tempo, por isso estamos cancelando suas ordens abertas. Ordens afetadas: {count}.',
    },
    hk: {
      subject: '你的定時取消訂單已觸發',
      text: '你的定時取消訂單未有按時續期，因此我們正在取消你的未成交訂單。涉及的訂單數目：{count}。',
    },
    vn: {
      subject: 'Tính năng Hủy lệnh khi mất kết nối đã kích hoạt',
      text: 'Tính năng Hủy lệnh khi mất kết nối không được gia hạn kịp thời, nên chúng tôi đang hủy các lệnh đang chờ của bạn. Số lệnh bị ảnh hưởng: {count}.',
    },
  }),
};
