import type { GuestPage } from './api'
import { h, icon, ICONS } from './dom'
import type { Texts } from './texts'
import { durationInWords, isOtherZone } from './time'

interface Context {
  texts: Texts
  when: (moment: string) => string
  now: Date
}

/** Whether the key opens, until when, and how often still. */
export function stateLines(page: GuestPage, context: Context): (Node | false)[] {
  const { texts, now } = context
  const state = stateAt(page, now)
  return [
    h(
      'p',
      { class: 'status', 'data-state': state },
      icon(state === 'active' ? ICONS.check : state === 'scheduled' ? ICONS.clock : ICONS.cross),
      h('strong', {}, texts[state]),
      h('span', {}, timeLeft(page, state, context)),
    ),
    h('p', { class: 'facts' }, ...facts(page, state, context)),
    isOtherZone(now, page.time_zone) && h('p', { class: 'soft' }, texts.zone(page.time_zone)),
  ]
}

type State = NonNullable<GuestPage['state']>

/** The answer may be half a minute old: the period is read by the clock. */
export function stateAt(page: GuestPage, now: Date): State {
  const state = page.state ?? 'suspended'
  if (state === 'active' && isPast(page.valid_to, now)) return 'expired'
  if (state === 'scheduled' && isPast(page.valid_from, now)) return 'active'
  return state
}

const isPast = (moment: string | null, now: Date) => moment !== null && new Date(moment) <= now

const between = (now: Date, moment: string) => new Date(moment).getTime() - now.getTime()

function timeLeft(page: GuestPage, state: State, { texts, now }: Context): string | undefined {
  if (state === 'active' && page.valid_to !== null) {
    return texts.left(durationInWords(between(now, page.valid_to), texts))
  }
  if (state === 'scheduled' && page.valid_from !== null) {
    return texts.begins(durationInWords(between(now, page.valid_from), texts))
  }
  return undefined
}

function facts(page: GuestPage, state: State, { texts, when, now }: Context): (Node | false)[] {
  const line = (text: string) => h('span', {}, text)
  const { valid_from: from, valid_to: to, visits_left: left, visit_ends_at: visitEnd } = page
  if (state === 'expired') return [line(texts.expiredText)]
  if (state === 'used_up') return [line(texts.usedUpText)]
  if (state === 'suspended' || state === 'revoked') return [line(texts.suspendedText)]
  const isInVisit = visitEnd !== null && !isPast(visitEnd, now)
  return [
    page.hours !== null && line(hoursInWords(page.hours, texts)),
    state === 'scheduled' && from !== null && line(texts.from(when(from))),
    line(to === null ? texts.noEnd : texts.until(when(to))),
    left !== null && line(left === 0 ? texts.noVisits : texts.visits(left)),
    isInVisit && line(texts.visit(when(visitEnd))),
  ]
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** When a recurring key opens: `Mon, Wed 09:00–12:00`. */
export const hoursInWords = (hours: NonNullable<GuestPage['hours']>, { weekdays }: Texts) =>
  `${hours.weekdays.map((day) => weekdays[day - 1]).join(', ')} ${clock(hours.from_minute)}–${clock(hours.to_minute)}`
