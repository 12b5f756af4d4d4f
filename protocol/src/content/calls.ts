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
  'GET agreements': call({
    who: 'customer',
    summary: 'The agreements in force, and the version of each that the customer consented to.',
    input: none,
    output: content.agreementList,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
    reads: ['agreements'],
  }),
  'POST agreements/consent': call({
    who: 'customer',
    summary: 'Records the customer’s consent to the version in force of an agreement.',
    input: content.consentInput,
    output: content.consentOutput,
    refusals: ['case_changed'],
    idempotent: true,
    whenFrozen: true,
    touches: ['agreements'],
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
