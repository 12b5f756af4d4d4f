/** The app's success messages for spot trading. */
import type { Words } from '../languages.ts';

export const spotSuccesses = {
  order_filled: {
    zh: '已成交',
    en: 'Order filled',
    es: 'Orden ejecutada',
    it: 'Ordine eseguito',
    jp: '約定しました',
    ko: '체결되었습니다',
    pt: 'Ordem executada',
    hk: '已成交',
    vn: 'Lệnh đã khớp',
  },
  order_placed: {
    zh: '委托已提交',
    en: 'Order placed',
    es: 'Orden enviada',
    it: 'Ordine inserito',
    jp: '注文を受け付けました',
    ko: '주문이 접수되었습니다',
    pt: 'Ordem enviada',
    hk: '訂單已提交',
    vn: 'Đã đặt lệnh',
  },
  spot_order_amended: {
    zh: '委托已修改',
    en: 'Order changed',
    es: 'Orden modificada',
    it: 'Ordine modificato',
    jp: '注文を変更しました',
    ko: '주문을 변경했습니다',
    pt: 'Ordem alterada',
    hk: '訂單已更改',
    vn: 'Đã sửa lệnh',
  },
} satisfies Record<string, Words>;
