/*
 * Most announces are a few lines of text. They are written as such, and stored as the HTML that mails have; whoever
 * writes HTML sees HTML.
 */

const TAG = /<[a-z!/][^>]*>/i

/** As it is edited: text where paragraphs and line breaks are all that the HTML has. */
export function toEditedText(html: string): string {
  const text = html
    .replaceAll(/<\/p>\s*<p>/gi, '\n\n')
    .replaceAll(/<br\s*\/?>\s*/gi, '\n')
    .replaceAll(/^\s*<p>|<\/p>\s*$/gi, '')
  return TAG.test(text) ? html : unescape(text)
}

/** As it is stored. */
export function toBody(text: string): string {
  if (TAG.test(text)) return text
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escape(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

const ENTITIES: [string, string][] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]

const escape = (text: string) =>
  ENTITIES.reduce((escaped, [sign, entity]) => escaped.replaceAll(sign, entity), text)

const unescape = (text: string) =>
  ENTITIES.toReversed().reduce((plain, [sign, entity]) => plain.replaceAll(entity, sign), text)
