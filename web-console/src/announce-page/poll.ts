import { h } from '../guest-page/dom'
import type { AnnouncePage, PollAnswer } from './api'
import type { Texts } from './texts'

/** Fields for the questions of a poll, and what is chosen in them. */
export function pollFields(page: AnnouncePage, texts: Texts) {
  const info = page.type_info
  const questions = (info ? info.questions : []).map((question, at) => {
    const given = page.answers.find(({ question: place }) => place === at)
    const isMulti = info !== null && info.poll_multi_answers_allowed
    const inputs = question.answers.map((_text, place) => {
      const input = h('input', { type: isMulti ? 'checkbox' : 'radio', name: `question-${at}` })
      input.checked = given !== undefined && given.answers.indexOf(place) >= 0
      return input
    })
    const own =
      info !== null && info.poll_user_answer_allowed
        ? h('textarea', { maxlength: '300', 'aria-label': texts.own, placeholder: texts.own })
        : undefined
    if (own) {
      own.value = given ? given.own_answer : ''
      // One answer or one's own words, where the poll takes one.
      if (!isMulti) {
        own.addEventListener('input', () => {
          if (own.value.trim() !== '') for (const input of inputs) input.checked = false
        })
        for (const input of inputs) input.addEventListener('change', () => (own.value = ''))
      }
    }
    const element = h(
      'fieldset',
      { disabled: !page.is_open },
      h('legend', {}, question.text),
      isMulti && question.answers.length > 1 && h('p', { class: 'meta' }, texts.several),
      ...question.answers.map((text, place) =>
        h('label', { class: 'choice' }, inputs[place], h('span', {}, text)),
      ),
      own,
    )
    const answer = (): PollAnswer | undefined => {
      const answers = inputs
        .map((input, place) => (input.checked ? place : -1))
        .filter((n) => n >= 0)
      const words = own ? own.value.trim() : ''
      if (answers.length === 0 && words === '') return undefined
      return { question: at, answers, own_answer: words }
    }
    return { element, answer }
  })
  return {
    elements: questions.map(({ element }) => element),
    answers: () => {
      const chosen: PollAnswer[] = []
      for (const { answer } of questions) {
        const given = answer()
        if (given) chosen.push(given)
      }
      return chosen
    },
  }
}
