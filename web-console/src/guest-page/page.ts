import { Failure, type Api, type GuestPage, type OpenedDoor, type Reason } from './api'
import { copyButton } from './copy'
import { doorButton, type DoorButton } from './door'
import { h, icon, ICONS, setChildren } from './dom'
import { drawCode, drawWallets } from './drawCode'
import { drawSite } from './site'
import { stateLines } from './state'
import type { Locale, Texts } from './texts'
import { momentInWords } from './time'

/** Doors and visits are read anew this often while somebody looks: the API allows 30 in a minute from an address. */
const REFRESH_MS = 30_000
const TICK_MS = 1_000

interface Options {
  root: HTMLElement
  api: Api
  texts: Texts
  locale: Locale
}

/** Shows a key, keeps it up to date while the page is in sight, and answers how to end that. */
export function startPage({ root, api, texts, locale }: Options): () => void {
  const view = readyView(texts)
  let page: GuestPage | undefined
  /** By how much the clock of the server is ahead. */
  let ahead = 0
  let isLoading = false
  let lastLoad = 0
  const now = () => new Date(Date.now() + ahead)
  const when = (moment: string) => momentInWords(moment, now(), page?.time_zone ?? '', locale)

  const load = async () => {
    if (isLoading) return
    isLoading = true
    lastLoad = Date.now()
    try {
      const answer = await api.load()
      ahead = answer.now.getTime() - Date.now()
      const isFirst = page === undefined
      page = answer.page
      draw(answer.page)
      if (isFirst) setChildren(root, view.element)
    } catch (error) {
      fail(error instanceof Failure ? error.reason : 'unavailable')
    } finally {
      isLoading = false
    }
  }

  const fail = (reason: Reason) => {
    const isOver = reason === 'invalid'
    if (page && !isOver) return setChildren(view.note, texts.offlineNote)
    page = undefined
    setChildren(root, failure(reason))
  }

  const failure = (reason: Reason) => {
    const retry = h('button', { type: 'button', class: 'plain' }, texts.again)
    retry.addEventListener('click', () => void load())
    return h(
      'main',
      { class: 'failure' },
      icon(ICONS.cross),
      h('h1', {}, reason === 'invalid' ? texts.invalidTitle : texts.failedTitle),
      h('p', { role: 'alert' }, texts[reason === 'used_up' ? 'noVisits' : reason]),
      reason !== 'invalid' && retry,
    )
  }

  const opened = (answer: OpenedDoor | undefined) => {
    if (page && answer) {
      page = { ...page, visits_left: answer.visits_left, visit_ends_at: answer.visit_ends_at }
      drawState(page)
      if (answer.next_token !== '') return
    }
    void load()
  }

  let doors: DoorButton[] = []
  let doorNames: string | undefined
  const drawDoors = (next: GuestPage) => {
    const names = next.doors.map(({ name }) => name).join('\n')
    if (names === doorNames) return next.doors.forEach((door, at) => doors[at]?.update(door))
    doorNames = names
    doors = next.doors.map((door) =>
      doorButton(door, { texts, when, open: api.open, done: opened }),
    )
    setChildren(view.doors, ...doors.map(({ element }) => element))
    view.doors.hidden = doors.length === 0
  }

  const drawState = (next: GuestPage) =>
    setChildren(view.state, ...stateLines(next, { texts, when, now: now() }))

  let drawnCode = ''
  const draw = (next: GuestPage) => {
    setChildren(view.note)
    setChildren(view.site, ...drawSite(next))
    setChildren(view.message, next.message)
    view.message.hidden = next.message === ''
    drawState(next)
    drawDoors(next)
    const code = `${next.kind ?? ''} ${next.value} ${next.has_wallet_pass} ${next.google_wallet_link}`
    if (code === drawnCode) return
    drawnCode = code
    setChildren(view.code, ...drawCode(next, texts, copyButton))
    view.code.hidden = view.code.childNodes.length === 0
    setChildren(view.wallets, ...drawWallets(next, api.passPath, texts))
    view.wallets.hidden = view.wallets.childNodes.length === 0
  }

  const tick = () => {
    if (document.visibilityState === 'hidden') return
    if (Date.now() - lastLoad > REFRESH_MS && (page || root.querySelector('.failure') === null)) {
      void load()
    }
    if (page) drawState(page)
  }
  const look = () => {
    if (document.visibilityState === 'visible' && page) void load()
  }
  const online = () => void load()

  setChildren(root, h('main', { class: 'loading', role: 'status' }, texts.loading))
  void load()
  const timer = setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
  }
}

/** The parts of the page, in their order; what is pressed stays in place while the rest is drawn anew. */
function readyView(texts: Texts) {
  const site = h('header', { class: 'site' })
  const note = h('p', { class: 'offline', role: 'status' })
  const message = h('blockquote', { 'aria-label': texts.fromHost })
  const state = h('section', { class: 'state' })
  const doors = h('ul', { class: 'doors', 'aria-label': texts.doors })
  const code = h('section', { class: 'code' })
  const wallets = h('p', { class: 'wallets' })
  const element = h('main', {}, site, note, state, message, doors, code, wallets)
  return { element, site, note, message, state, doors, code, wallets }
}
