/** Refusals for demo mode, with their texts. */
import { refusal } from '../refusals.ts';

export const demoRefusals = {
  clock_fixed: refusal(409, {
    zh: '只有模拟行情运行时才能拨快时钟',
    en: 'You can move the clock forward only in a simulated market.',
    es: 'El reloj solo se puede adelantar en un mercado simulado.',
    it: 'L’orologio si può portare avanti solo in un mercato simulato.',
    jp: '時計を進められるのは、模擬相場のときだけです。',
    ko: '모의 시장에서만 시계를 앞당길 수 있습니다.',
    pt: 'Só é possível adiantar o relógio em um mercado simulado.',
    hk: '只有模擬行情運行時才能撥快時鐘。',
    vn: 'Chỉ có thể tua đồng hồ về phía trước trong thị trường mô phỏng.',
  }),
  clock_past_present: refusal(409, {
    zh: '按分钟拨快时钟，最多只能拨到当前时间',
    en: 'Steps in minutes can only bring the clock up to the present.',
    es: 'Los pasos en minutos solo pueden llevar el reloj hasta el presente.',
    it: 'I passi in minuti possono portare l’orologio solo fino al presente.',
    jp: '分単位で進められるのは、現在の時刻までです。',
    ko: '분 단위로는 현재 시각까지만 시계를 앞당길 수 있습니다.',
    pt: 'Em minutos, só é possível adiantar o relógio até o presente.',
    hk: '按分鐘撥快時鐘，最多只能撥到現在的時間。',
    vn: 'Các bước tính bằng phút chỉ có thể đưa đồng hồ đến thời điểm hiện tại.',
  }),
};
