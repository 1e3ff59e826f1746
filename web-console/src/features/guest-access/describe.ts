import type { TFunction } from 'i18next'
import type { Ref } from '@/api/types'

export interface Wording {
  text: TFunction<'guest-access'>
  /** Of the commas and the "and". */
  locale: string
  /** A moment in the person's zone. */
  moment: (time: string) => string
}

export interface WordsOf {
  access_rules: Ref[]
  period_restrict_active: boolean
  period_restrict_from: string | null
  period_restrict_to: string | null
  /** 0: not limited. */
  pass_limit: number
}

/** Names that a sentence holds; the others are counted. */
const SHOWN = 3

/** What a key does: "Opens Gate and Lobby from … until …, once." */
export function keyInWords(key: WordsOf, { text, locale, moment }: Wording): string {
  if (key.access_rules.length === 0) return text('options.words.noDoor')
  const names = key.access_rules.map(({ name }) => name)
  const shown =
    names.length > SHOWN + 1
      ? [...names.slice(0, SHOWN), text('options.words.more', { count: names.length - SHOWN })]
      : names
  const doors = new Intl.ListFormat(locale, { type: 'conjunction' }).format(shown)
  const { period_restrict_from: from, period_restrict_to: to } = key
  const isPeriod = key.period_restrict_active && to !== null
  const isCounted = key.pass_limit > 0
  if (!isPeriod && !isCounted) return text('options.words.noLimit')
  const when = !isPeriod
    ? text('options.words.anyTime')
    : from === null
      ? text('options.words.until', { to: moment(to) })
      : text('options.words.fromUntil', { from: moment(from), to: moment(to) })
  const often = isCounted
    ? text('options.words.visits', { count: key.pass_limit })
    : text('options.words.anyVisits')
  return text('options.words.opens', { doors, when, often })
}
