/** API calls for news and help. */
import * as content from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const contentCalls = {
  'POST news/list': call({
    who: 'visitor',
    summary: 'Banners and news in the language of the call, newest first, or what a search finds.',
    input: content.newsListInput,
    output: content.newsList,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'POST news/detail': call({
    who: 'visitor',
    summary: 'One article, news or page, in the language of the call or else in English.',
    input: content.newsDetailInput,
    output: content.newsDetail,
    refusals: [],
    cost: 3,
    readsMuch: true,
    idempotent: false,
  }),
  'GET news_articles/list': call({
    who: 'visitor',
    summary: 'The pages of help by topic, or what a search through their whole text finds.',
    input: content.helpListInput,
    output: content.helpList,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET news/getkf': call({
    who: 'visitor',
    summary: 'Customer service: whether somebody is there, when, and by which address.',
    input: none,
    output: content.customerService,
    refusals: [],
    idempotent: false,
  }),
};
