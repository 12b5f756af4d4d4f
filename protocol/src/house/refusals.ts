/** Refusals for house administration, with their texts. */
import { refusal } from '../refusals.ts';

export const houseRefusals = {
  two_admins_needed: refusal(409, {
    zh: '须至少保留两名管理员，请先添加另一人',
    en: 'There must be at least two admins. Add another one first.',
    es: 'Debe haber al menos dos administradores. Añade otro primero.',
    it: 'Devono esserci almeno due amministratori. Aggiungine prima un altro.',
    jp: '管理者は2名以上残す必要があります。先に別の人を追加してください。',
    ko: '관리자가 두 명 이상 남아야 합니다. 먼저 다른 관리자를 추가하세요.',
    pt: 'É preciso haver pelo menos dois administradores. Adicione outro primeiro.',
    hk: '須至少保留兩名管理員，請先新增另一人。',
    vn: 'Phải có ít nhất hai quản trị viên. Hãy thêm một người khác trước.',
  }),
};
