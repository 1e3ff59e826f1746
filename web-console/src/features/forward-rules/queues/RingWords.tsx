import { useTranslation } from 'react-i18next'
import { weekdaysInWords, WEEKDAYS } from '@/kit/time'
import { clockTime, stopwatch } from './clock'
import type { QueueForm } from './schema'
import styles from './queues.module.css'
import type { Redirect, Timeline } from './timeline'

interface Props {
  timeline: Timeline
  queues: readonly QueueForm[]
  nameOf: (number: string) => string
}

/** The same as the picture, in words: a line for each queue and for what leads to the next. */
export function RingWords({ timeline, queues, nameOf }: Props) {
  const { t } = useTranslation('forward-rules')
  const { bars, redirects, silences, end } = timeline
  return (
    <ol className={styles.words}>
      {bars.map(({ at, start, end: stop }) => {
        const queue = queues[at]!
        const redirect = redirects.find(({ from }) => from === at)
        return (
          <li key={at}>
            <b>
              {t('timeline.span', {
                number: at + 1,
                from: stopwatch(start),
                to: stopwatch(stop),
              })}
            </b>{' '}
            {whom(queue, nameOf).join(', ') || t('timeline.nobody')}
            <Limits params={queue.params} />
            {redirect && <NextWords redirect={redirect} queue={queue} />}
          </li>
        )
      })}
      {silences.map(({ from, to }) => (
        <li key={`silence-${from}`}>
          {t('timeline.silence', { from: stopwatch(from), to: stopwatch(to) })}
        </li>
      ))}
      <li>{t('timeline.end', { time: stopwatch(end) })}</li>
    </ol>
  )
}

/** Everybody whom a queue rings: people and panels first, then numbers outside. */
export const whom = ({ numbers, params }: QueueForm, nameOf: (number: string) => string) => [
  ...numbers.map(nameOf),
  ...params.trunk_numbers.map(({ number }) => number).filter(Boolean),
]

/** Days and hours, where the queue does not ring at any time. */
function Limits({ params: { days, period } }: { params: QueueForm['params'] }) {
  const { i18n } = useTranslation()
  const parts = [
    days.length < WEEKDAYS.length && weekdaysInWords(days, i18n.language),
    period && `${clockTime(period.from)}–${clockTime(period.to)}`,
  ].filter(Boolean)
  return parts.length > 0 && <small>{parts.join(' ')}</small>
}

interface NextProps {
  redirect: Redirect
  queue: QueueForm
}

function NextWords({ redirect, queue }: NextProps) {
  const { t } = useTranslation('forward-rules')
  const { kind, onError } = redirect
  const number = redirect.to + 1
  const seconds = queue.redirect_if_no_answer.timeout
  return (
    <>
      <small>{t(`options.next.${kind}`, { number, seconds })}</small>
      {onError === null ? (
        <small>{t('timeline.errorEnds')}</small>
      ) : (
        <small>
          {onError === 0
            ? t('timeline.errorAtOnce', { number })
            : t('timeline.errorAfter', { number, seconds: onError })}
        </small>
      )}
    </>
  )
}
