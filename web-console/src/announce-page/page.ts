import { h, icon, ICONS, setChildren } from '../guest-page/dom'
import { Failure, type AnnouncePage, type Api, type PollAnswer, type Reason } from './api'
import { pollFields } from './poll'
import { moment, TEXTS, type Locale } from './texts'

interface Options {
  root: HTMLElement
  api: Api
  /** Until the recipient's own language is known. */
  locale: Locale
}

/** Shows an announce, says that it was read once it is in sight, and takes the answers of a poll. */
export function startPage({ root, api, locale: first }: Options): void {
  let locale = first
  document.body.classList.add('announce')

  const load = async () => {
    setChildren(root, h('main', { class: 'loading', role: 'status' }, TEXTS[locale].loading))
    try {
      draw(await api.load())
      whenSeen(() => void api.read().catch(() => undefined))
    } catch (error) {
      fail(error instanceof Failure ? error.reason : 'unavailable')
    }
  }

  const fail = (reason: Reason) => {
    const texts = TEXTS[locale]
    const retry = h('button', { type: 'button', class: 'plain' }, texts.again)
    retry.addEventListener('click', () => void load())
    const isOver = reason === 'invalid'
    setChildren(
      root,
      h(
        'main',
        { class: 'failure' },
        icon(ICONS.cross),
        h('h1', {}, isOver ? texts.invalidTitle : texts.failedTitle),
        h('p', { role: 'alert' }, texts[reason]),
        !isOver && retry,
      ),
    )
  }

  const draw = (page: AnnouncePage, said = '') => {
    locale = page.locale === 'ru' ? 'ru' : 'en'
    const texts = TEXTS[locale]
    document.documentElement.lang = locale
    document.title = page.subject
    const body = h('div', { class: 'text' })
    // Cleaned by the platform when it was written and when it was read; scripts of others do not run here (CSP).
    body.innerHTML = page.body
    for (const link of Array.from(body.querySelectorAll('a'))) {
      link.setAttribute('rel', 'noreferrer noopener')
      link.setAttribute('target', '_blank')
    }
    setChildren(
      root,
      h(
        'main',
        {},
        h('h1', {}, page.subject),
        h(
          'p',
          { class: 'meta' },
          [
            texts.from(page.sender),
            page.sent_at === null ? '' : texts.sent(moment(page.sent_at, locale)),
          ]
            .filter((part) => part !== '')
            .join(' · '),
        ),
        body,
        page.type === 'poll' && pollForm(page, said),
      ),
    )
  }

  const pollForm = (page: AnnouncePage, said: string) => {
    const texts = TEXTS[locale]
    const fields = pollFields(page, texts)
    const note = h('p', { class: 'note', role: 'status' }, said)
    const say = (text: string, isBad: boolean) => {
      note.className = isBad ? 'note bad' : 'note'
      setChildren(note, text)
    }
    const isAnswered = page.answered_at !== null
    const submit = h('button', { type: 'submit' }, isAnswered ? texts.change : texts.answer)
    const takeBack = h('button', { type: 'button', class: 'second' }, texts.takeBack)

    // There is nothing to send before something is chosen or written.
    const look = () => {
      submit.disabled = fields.answers().length === 0
      submit.title = submit.disabled ? texts.nothing : ''
    }

    const send = async (answers: PollAnswer[], done: string) => {
      submit.disabled = true
      takeBack.disabled = true
      say(texts.sending, false)
      try {
        draw(await api.answer(answers), done)
        const shown = root.querySelector<HTMLElement>('.note')
        if (shown) shown.scrollIntoView({ block: 'nearest' })
      } catch (error) {
        const reason = error instanceof Failure ? error.reason : 'unavailable'
        if (reason === 'invalid') return fail(reason)
        look()
        takeBack.disabled = false
        say(texts[reason], true)
      }
    }
    takeBack.addEventListener('click', () => void send([], texts.takenBack))
    const form = h(
      'form',
      {},
      ...fields.elements,
      page.is_anonymous && h('p', { class: 'meta' }, texts.anonymous),
      h('p', { class: 'meta' }, closing(page)),
      note,
      page.is_open && h('div', { class: 'actions' }, submit, isAnswered && takeBack),
    )
    form.addEventListener('input', look)
    form.addEventListener('change', look)
    look()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const answers = fields.answers()
      if (answers.length === 0) say(texts.nothing, true)
      else void send(answers, texts.answered)
    })
    return form
  }

  const closing = (page: AnnouncePage) => {
    const texts = TEXTS[locale]
    if (!page.is_open) return texts.closed
    return page.ends_at === null ? '' : texts.until(moment(page.ends_at, locale))
  }

  void load()
}

/** Once the page is in sight: a browser may load it ahead of that. */
function whenSeen(act: () => void): void {
  if (document.visibilityState !== 'hidden') return act()
  const look = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', look)
    act()
  }
  document.addEventListener('visibilitychange', look)
}
