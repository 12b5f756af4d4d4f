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
};
