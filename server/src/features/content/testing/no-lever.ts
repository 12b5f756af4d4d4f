/** The no-lever allowlist of the feature `content`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST news/list': ['published', 'kind search cursor limit'],
    'POST news/detail': ['published', 'id version'],
    'GET news_articles/list': ['published', 'search topic'],
    'GET news/getkf': ['published', ''],
    'GET agreements': ['own', ''],
    'POST agreements/consent': ['person', 'id version'],
  },
  consoleCalls: {
    'GET articles': ['reads', ''],
    'GET article': ['reads', 'slug'],
    'GET article_version': ['reads', 'slug version'],
    'GET article_photo': ['reads', 'picture'],
    'POST article_save': [
      'tells',
      `appears_at banner kind picture reason seen_version slug texts texts.body texts.language texts.summary texts.title topic`,
    ],
    'POST article_release': ['tells', 'reason seen_version slug texts verdict'],
    'POST article_withdraw': ['tells', 'reason seen_version slug'],
    'POST article_restore': ['tells', 'reason seen_version slug'],
    'POST article_picture': ['tells', 'data'],
  },
  columns: {
    article_version: {
      whose: 'slug version kind made_by role',
      told: 'topic picture banner reason',
      state: 'state',
      when: 'time_ms published_ms',
    },
    article_text: { whose: 'slug version lang', told: 'title summary body', proof: 'file_hash' },
    article_release: {
      whose: 'slug version made_by role',
      told: 'reason',
      state: 'verdict',
      when: 'time_ms',
    },
    article_judged: {
      whose: 'slug version kind made_by role judged_with judged_by',
      told: 'topic picture banner reason',
      state: 'state verdict',
      when: 'time_ms published_ms judged_ms',
    },
    article_counting: {
      whose: 'slug version kind made_by role',
      told: 'topic picture banner reason',
      state: 'state',
      when: 'time_ms published_ms',
    },
    article_counting_text: {
      whose: 'slug version lang',
      told: 'title summary body',
      proof: 'file_hash',
      when: 'time_ms',
    },
    article_waiting: { whose: 'slug version made_by', when: 'time_ms' },
    article_picture: { whose: 'name made_by', told: 'bytes width height', when: 'time_ms' },
    agreement_notice: { whose: 'id slug version', when: 'time_ms' },
    agreement_notice_read: { whose: 'book id', when: 'read_ms' },
    consent: { whose: 'book id agreement version', when: 'given_ms' },
  },
  tables: {
    agreement_notice_read: 'door',
    consent: 'commands',
    article_version: 'door',
    article_text: 'door',
    article_picture: 'door',
    article_release: 'door',
    agreement_notice: 'database',
  },
  history: ['article_version', 'article_text', 'article_picture', 'article_release', 'agreement_notice'],
  rights: [
    {
      because: 'articles for customers: written once, and the database requires the record of the author',
      may: 'select insert',
      on: 'article_version article_text article_picture article_release',
    },
    {
      because: 'reads articles as published, and those that wait for release',
      may: 'select',
      on: 'article_judged article_counting article_counting_text article_waiting',
    },
    {
      because: 'messages to all customers: written by the database only',
      may: 'select',
      on: 'agreement_notice',
    },
    { because: 'records that a customer has read it', may: 'select insert', on: 'agreement_notice_read' },
    { because: 'a customer’s consent, to a text that is in force', may: 'select insert', on: 'consent' },
  ],
  guardReads:
    'agreement_notice article_counting article_counting_text article_judged article_release article_text article_version consent',
  publicRights: [
    {
      because: 'computes without reading anything',
      may: 'execute',
      on: 'article_is_agreement article_waiting_hashes',
    },
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'article_picture_recorded article_release_guard article_text_recorded article_version_recorded',
    },
  ],
  functions: {
    'article_is_agreement(of_slug, of_topic)': 'computes',
    'article_version_recorded()': 'guards',
    'article_text_recorded()': 'guards',
    'article_picture_recorded()': 'guards',
    'article_release_guard()': 'guards',
    'article_waiting_hashes(of_slug)': 'reads',
    'definer agreement_told()': 'notifies everybody of a publication',
    'definer consent_at_registration()': 'records the consents of a registration',
    'definer consent_current()': 'guards',
  },
  triggers: {
    'article_version.article_version_recorded':
      'no version without the record of an operator with a suitable role',
    'article_version.article_version_append_only': 'history',
    'article_text.article_text_recorded': 'texts are added only to the version being written',
    'article_text.article_text_append_only': 'history',
    'article_release.article_release_guard':
      'no release but by a second person, on record and as it was signed',
    'article_release.agreement_told': 'everybody is notified of a changed agreement',
    'article_release.article_release_append_only': 'history',
    'agreement_notice.agreement_notice_append_only': 'history',
    'article_picture.article_picture_recorded': 'no picture without its record',
    'article_picture.article_picture_append_only': 'history',
    'customer.consent_at_registration': 'a registration is a consent to the texts in force',
    'consent.consent_current': 'a consent is to a text that is in force',
    'consent.begun_in_session': 'begun in a session of its customer',
    'consent.consent_append_only': 'history',
  },
  limits: {
    content: [
      'sizes of news and help, the same for everybody',
      'articlesMax foundMax versionsShownMax picturesDayMax picturesKeptBytes pictureLookupsMax searchesWaitingMax searchMs',
    ],
  },
  acts: {
    'article.save': 'saves an article for customers; moves nothing',
    'article.${move}': 'withdraws an article or restores it',
    'publication.${verdict}': 'a second person releases an article or rejects it',
    'article.picture': 'a picture for an article',
  },
};
