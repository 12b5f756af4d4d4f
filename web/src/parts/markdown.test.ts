import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MarkdownHeading } from './markdown.tsx';

it.each([
  ['How do I **pay in**?', 'How do I <strong>pay in</strong>?'],
  ['1. What is a [lot](#/pages/me/terms)?', '1. What is a lot?'],
  ['5 * 3 < 20', '5 * 3 &lt; 20'],
  ['<b>Is it</b> free?', 'Is it free?'],
])('renders the heading %j as the HTML %j', (text, html) => {
  expect(renderToStaticMarkup(createElement(MarkdownHeading, { text }))).toBe(html);
});
