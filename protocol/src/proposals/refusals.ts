/** Refusals for proposals, with their texts. */
import { refusal } from '../refusals.ts';

export const proposalsRefusals = {
  amount_above_cap: refusal(400, {
    zh: '金额超出单次上限 {max}',
    en: 'This is above the maximum of {max} for a single entry. Enter a smaller amount.',
    es: 'El importe supera el máximo por asiento: {max}.',
    it: 'L’importo supera il massimo per registrazione: {max}.',
    jp: '1件の記帳の上限 {max} を超えています。',
    ko: '한 번에 처리할 수 있는 한도 {max}을(를) 넘습니다.',
    pt: 'O valor está acima do máximo de {max} por lançamento. Informe um valor menor.',
    hk: '金額超出單次上限 {max}。',
    vn: 'Số tiền vượt mức tối đa của một bút toán: {max}.',
  }),
  effective_too_soon: refusal(400, {
    zh: '生效时间至少须在 {seconds} 秒之后',
    en: 'New terms must start at least {seconds} seconds from now. Choose a later time.',
    es: 'Las condiciones deben empezar al menos {seconds} segundos después de ahora. Elige una hora posterior.',
    it: 'Le condizioni devono iniziare almeno tra {seconds} secondi. Scegli un orario successivo.',
    jp: '条件の開始は現在から{seconds}秒以上先にしてください。より遅い時刻を選んでください。',
    ko: '조건은 지금부터 최소 {seconds}초 뒤에 시작해야 합니다. 더 늦은 시각을 선택하세요.',
    pt: 'Os termos precisam começar daqui a pelo menos {seconds} segundos. Escolha um horário posterior.',
    hk: '條款須於至少 {seconds} 秒後才生效，請選擇較後的時間。',
    vn: 'Điều khoản phải bắt đầu sau ít nhất {seconds} giây nữa. Hãy chọn thời điểm muộn hơn.',
  }),
  liabilities_uncovered: refusal(409, {
    zh: '仅当负债声明未超过两小时且各币种均有足额储备时，资本方可转出',
    en: 'Capital can leave only while our liabilities were stated within two hours and every currency covers them.',
    es: 'El capital solo puede salir si las obligaciones se declararon en las últimas dos horas y cada moneda las cubre.',
    it: 'Il capitale può uscire solo se le passività sono state dichiarate nelle ultime due ore e ogni valuta le copre.',
    jp: '資本を引き出せるのは、負債の報告から2時間以内で、すべての通貨の準備がそれを満たす場合だけです。',
    ko: '부채 명세가 두 시간 이내이고 모든 통화의 준비금이 이를 충당할 때만 자본을 인출할 수 있습니다.',
    pt: 'O capital só pode sair se as obrigações foram declaradas nas últimas duas horas e cada moeda as cobre.',
    hk: '僅當負債聲明未超過兩小時，且各幣種均有足額儲備時，資本方可轉出。',
    vn: 'Chỉ có thể rút vốn khi nợ phải trả được công bố trong hai giờ qua và mọi loại tiền đều đủ dự trữ.',
  }),
  credit_active: refusal(409, {
    zh: '该客户尚有未结束的体验金',
    en: 'This customer still has active trial credit.',
    es: 'Este cliente aún tiene crédito de prueba activo.',
    it: 'Questo cliente ha ancora un credito di prova attivo.',
    jp: 'このお客様には終了していない体験クレジットがあります。',
    ko: '이 고객에게 아직 끝나지 않은 체험금이 있습니다.',
    pt: 'Este cliente ainda tem crédito promocional ativo.',
    hk: '此客戶尚有未完結的體驗金。',
    vn: 'Khách hàng này vẫn còn tiền trải nghiệm chưa kết thúc.',
  }),
};
