/** API calls for news and help. */
import * as content from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const contentCalls = {
  'POST news/list': call({
    who: 'visitor',
    summary: 'Banners and news in the language of the call, newest first, or the results of a search.',
    input: content.newsListInput,
    output: content.newsList,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'POST news/detail': call({
    who: 'visitor',
    summary: 'One article, news or page, in the language of the call or otherwise in English.',
    input: content.newsDetailInput,
    output: content.newsDetail,
    refusals: [],
    cost: 3,
    readsMuch: true,
    idempotent: false,
  }),
  'GET news_articles/list': call({
    who: 'visitor',
    summary: 'The help pages by topic, or the results of a search in their full text.',
    input: content.helpListInput,
    output: content.helpList,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET news/getkf': call({
    who: 'visitor',
    summary: 'Support: whether somebody is online, the hours, and the address.',
    input: none,
    output: content.customerService,
    refusals: [],
    idempotent: false,
  }),
};
