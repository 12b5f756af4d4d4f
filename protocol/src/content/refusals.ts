/** Refusals for news and help, with their texts. */
import { refusal } from '../refusals.ts';

export const contentRefusals = {
  article_text_wrong: refusal(400, {
    zh: '第 {line} 行（{language}）不允许使用“{found}”，请修改后再保存',
    en: 'Line {line} ({language}): “{found}” isn’t allowed here. Change it and save again.',
    es: 'Línea {line} ({language}): aquí no se permite «{found}». Cámbialo y guarda de nuevo.',
    it: 'Riga {line} ({language}): qui «{found}» non è ammesso. Cambialo e salva di nuovo.',
    jp: '{line}行目（{language}）：ここでは「{found}」を使えません。修正してもう一度保存してください。',
    ko: '{line}번째 줄({language}): ‘{found}’ 표현은 여기에 쓸 수 없습니다. 고친 뒤 다시 저장하세요.',
    pt: 'Linha {line} ({language}): “{found}” não é permitido aqui. Mude e salve de novo.',
    hk: '第 {line} 行（{language}）不容許使用「{found}」，請修改後再儲存。',
    vn: 'Dòng {line} ({language}): không được dùng “{found}” ở đây. Hãy sửa rồi lưu lại.',
  }),
  articles_too_many: refusal(409, {
    zh: '文章数量已达上限 {max} 篇',
    en: 'You’ve reached the maximum of {max} articles.',
    es: 'Alcanzaste el máximo de {max} artículos.',
    it: 'Hai raggiunto il massimo di {max} articoli.',
    jp: '記事はすでに上限の{max}件です。',
    ko: '글이 이미 최대 {max}개입니다.',
    pt: 'Você atingiu o máximo de {max} artigos.',
    hk: '文章數量已達上限 {max} 篇。',
    vn: 'Đã đạt tối đa {max} bài viết.',
  }),
};
