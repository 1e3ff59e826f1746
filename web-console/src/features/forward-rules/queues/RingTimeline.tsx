import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WEEKDAYS, weekdayName, type Weekday } from '@/kit/time'
import { Clock } from './PeriodField'
import { clockTime } from './clock'
import styles from './queues.module.css'
import { RingChart } from './RingChart'
import { RingWords, whom } from './RingWords'
import { emptyQueue, type QueueForm } from './schema'
import { isAlwaysDue, timeline, type Moment, type Redirect } from './timeline'

interface Props {
  queues: readonly QueueForm[]
  nameOf: (number: string) => string
}

const NOON = 12 * 3_600

/** Who rings when: a picture, and the same in words. */
export function RingTimeline({ queues, nameOf }: Props) {
  const { t } = useTranslation('forward-rules')
  const [moment, setMoment] = useState<Moment>()
  const readable = queues.map(withoutGaps)
  const isTimed = readable.some(({ params }) => !isAlwaysDue(params))
  const drawn = timeline(readable, isTimed ? moment : undefined)
  const labelsOf = (at: number) =>
    [nameOf, String].map((name) => whom(readable[at]!, name).join(', ') || t('timeline.nobody'))
  if (queues.length === 0) return <p className={styles.none}>{t('timeline.empty')}</p>
  return (
    <>
      {isTimed && <MomentSelect moment={moment} onChange={setMoment} />}
      {drawn.bars.length === 0 ? (
        <p className={styles.none}>{t('timeline.notDue')}</p>
      ) : (
        <>
          <RingChart timeline={drawn} labelsOf={labelsOf} />
          {drawn.redirects.length > 0 && <Legend redirects={drawn.redirects} />}
          <RingWords timeline={drawn} queues={readable} nameOf={nameOf} />
        </>
      )}
    </>
  )
}

/** While a number is being typed its field is empty: the default stands in. */
function withoutGaps(queue: QueueForm): QueueForm {
  const empty = emptyQueue()
  const { params, redirect_if_no_answer: next, redirect_if_error: error } = queue
  // The types know no empty fields, the form does.
  const orDefault = (value: number | null, other: number) => value ?? other
  return {
    ...queue,
    params: { ...params, timeout: orDefault(params.timeout, empty.params.timeout) },
    redirect_if_no_answer: {
      ...next,
      timeout: orDefault(next.timeout, empty.redirect_if_no_answer.timeout),
    },
    redirect_if_error: { ...error, timeout: orDefault(error.timeout, 0) },
  }
}

interface MomentProps {
  moment: Moment | undefined
  onChange: (moment: Moment | undefined) => void
}

/** When somebody calls: queues with days and hours ring at some moments only. */
function MomentSelect({ moment, onChange }: MomentProps) {
  const { t, i18n } = useTranslation('forward-rules')
  const days = WEEKDAYS.map((value) => ({
    value,
    label: weekdayName(value, i18n.language, 'long'),
  }))
  return (
    <div className={styles.moment}>
      <Select<Weekday | 'any'>
        aria-label={t('timeline.day')}
        value={moment?.day ?? 'any'}
        onChange={(day) =>
          onChange(day === 'any' ? undefined : { day, seconds: moment?.seconds ?? NOON })
        }
        options={[{ value: 'any', label: t('timeline.anyTime') }, ...days]}
      />
      {moment && (
        <Clock
          disabled={false}
          aria-label={t('timeline.time')}
          placeholder={clockTime(NOON)}
          value={moment.seconds}
          onChange={(seconds) => onChange({ ...moment, seconds: seconds ?? NOON })}
        />
      )}
    </div>
  )
}

/** What the lines of the picture mean; only of those that are in it. */
function Legend({ redirects }: { redirects: Redirect[] }) {
  const { t } = useTranslation('forward-rules')
  const isDrawn = {
    next: true,
    error: redirects.some(({ onError }) => onError !== null),
    ends: redirects.some(({ onError }) => onError === null),
  }
  return (
    <ul className={styles.legend} aria-hidden>
      {(['next', 'error', 'ends'] as const)
        .filter((kind) => isDrawn[kind])
        .map((kind) => (
          <li key={kind} data-kind={kind}>
            {t(`options.legend.${kind}`)}
          </li>
        ))}
    </ul>
  )
}
