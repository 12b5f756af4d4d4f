/** Refusals for proposals, with their texts. */
import { refusal } from '../refusals.ts';

export const proposalsRefusals = {
  amount_above_cap: refusal(400, {
    zh: '金额超出单次上限 {max}，请减少金额',
    en: 'This is above the maximum of {max} for a single entry. Enter a smaller amount.',
    es: 'El importe supera el máximo de {max} por asiento. Introduce uno menor.',
    it: 'L’importo supera il massimo per registrazione: {max}. Inserisci un importo minore.',
    jp: '1件の記帳の上限 {max}を超えています。金額を減らしてください。',
    ko: '한 번에 처리할 수 있는 한도({max})를 넘습니다. 더 적은 금액을 입력하세요.',
    pt: 'O valor está acima do máximo de {max} por lançamento. Informe um valor menor.',
    hk: '金額超出單次上限 {max}，請減少金額。',
    vn: 'Số tiền vượt mức tối đa {max} cho một bút toán. Hãy nhập số nhỏ hơn.',
  }),
  effective_too_soon: refusal(400, {
    zh: '生效时间至少须在 {seconds} 秒之后，请选择更晚的时间',
    en: 'New terms must start at least {seconds} seconds from now. Choose a later time.',
    es: 'Las condiciones nuevas deben empezar dentro de {seconds} segundos como mínimo. Elige una hora posterior.',
    it: 'Le condizioni devono iniziare almeno tra {seconds} secondi. Scegli un orario successivo.',
    jp: '条件の開始は現在から{seconds}秒以上先にしてください。より遅い時刻を選んでください。',
    ko: '조건은 지금부터 최소 {seconds}초 뒤에 시작해야 합니다. 더 늦은 시각을 선택하세요.',
    pt: 'Os novos termos precisam começar daqui a pelo menos {seconds} segundos. Escolha um horário posterior.',
    hk: '條款須於至少 {seconds} 秒後才生效，請選擇較後的時間。',
    vn: 'Điều khoản phải bắt đầu sau ít nhất {seconds} giây nữa. Hãy chọn thời điểm muộn hơn.',
  }),
  liabilities_uncovered: refusal(409, {
    zh: '仅当负债报告未超过两小时且各币种储备足额时，资本方可转出。请核对储备，并在下次报告后再试。',
    en: 'Capital can be paid out only if our liabilities were stated in the last two hours and reserves cover them in every currency. Check the reserves and try again after the next statement.',
    es: 'El capital solo puede salir si los pasivos se declararon en las últimas dos horas y las reservas los cubren en cada moneda. Revisa las reservas e inténtalo tras la próxima declaración.',
    it: 'Il capitale può uscire solo se le passività sono state dichiarate nelle ultime due ore e le riserve le coprono in ogni valuta. Controlla le riserve e riprova dopo la prossima dichiarazione.',
    jp: '資本を引き出せるのは、負債の報告から2時間以内で、準備金がすべての通貨で負債を満たす場合だけです。準備金を確認し、次の報告の後にもう一度お試しください。',
    ko: '부채 명세가 두 시간 이내이고 모든 통화의 준비금이 부채를 충당할 때만 자본을 인출할 수 있습니다. 준비금을 확인하고 다음 명세가 나온 뒤 다시 시도하세요.',
    pt: 'O capital só pode sair se os passivos foram declarados nas últimas duas horas e as reservas os cobrem em cada moeda. Confira as reservas e tente de novo após a próxima declaração.',
    hk: '僅當負債報告未超過兩小時，且各貨幣儲備足額時，資本方可轉出。請核對儲備，待下次報告後再試。',
    vn: 'Chỉ có thể rút vốn khi nợ phải trả được công bố trong hai giờ qua và dự trữ đủ cho mọi loại tiền. Hãy kiểm tra dự trữ và thử lại sau lần công bố tiếp theo.',
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
