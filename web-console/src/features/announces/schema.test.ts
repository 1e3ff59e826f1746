import { expect, test } from 'vitest'
import { toBody, toEditedText } from './body'
import { announceSchema, emptyAnnounce, toAnnounceBody, type AnnounceForm } from './schema'

const water: AnnounceForm = {
  ...emptyAnnounce,
  name: 'Water',
  subject: 'No water',
  body: 'From 12\nto 13.\n\nSorry & thanks',
  domains: [{ id: 2, name: 'House' }],
}

const wrong = (change: Partial<AnnounceForm>) =>
  announceSchema.safeParse({ ...water, ...change }).error?.issues.map(({ path }) => path.join('.'))

test('plain text becomes paragraphs and is edited as text again', () => {
  const html = '<p>From 12<br>to 13.</p><p>Sorry &amp; thanks</p>'
  expect(toBody(water.body)).toBe(html)
  expect(toEditedText(html)).toBe(water.body)
  expect(toBody('1 < 2')).toBe('<p>1 &lt; 2</p>')
})

test('HTML stays HTML', () => {
  const html = '<h2>Water</h2><p>From <b>12</b></p>'
  expect(toEditedText(html)).toBe(html)
  expect(toBody(html)).toBe(html)
})

test('an announce needs recipients, and a poll questions with answers', () => {
  expect(wrong({})).toBeUndefined()
  expect(wrong({ domains: [] })).toEqual(['domains'])
  expect(wrong({ type: 'poll', questions: [] })).toEqual(['questions'])
  const question = { text: 'A gate?', answers: '' }
  expect(wrong({ type: 'poll', questions: [question] })).toEqual(['questions.0.answers'])
  expect(
    wrong({ type: 'poll', questions: [question], poll_user_answer_allowed: true }),
  ).toBeUndefined()
  expect(wrong({ type: 'poll', questions: [{ ...question, answers: 'Yes\nYes' }] })).toEqual([
    'questions.0.answers',
  ])
})

test('the answers of a question are its lines, and an info has no questions', () => {
  const questions = [{ text: 'A gate?', answers: ' Yes \n\nNo' }]
  const poll = announceSchema.parse({ ...water, type: 'poll', questions })
  expect(toAnnounceBody(poll).type_info?.questions).toEqual([
    { text: 'A gate?', answers: ['Yes', 'No'] },
  ])
  const info = announceSchema.parse({ ...water, questions })
  expect(toAnnounceBody(info).type_info?.questions).toEqual([])
})

test('an announce does not end before it begins', () => {
  expect(
    wrong({ execute_at: '2026-12-02T10:00:00.000Z', ends_at: '2026-12-01T10:00:00.000Z' }),
  ).toEqual(['ends_at'])
})
