import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { useDateFormat } from '@/kit/time'
import { byDay, mergeSources } from './merge'
import { MomentRow } from './MomentRow'
import styles from './timeline.module.css'
import { useTimeline, type MomentKind, type TimelineOf } from './useTimeline'

export type { TimelineOf } from './useTimeline'

/** Entries that are shown at first, and how many more each time. */
const STEP = 20

/** What happened to somebody or something: passages, calls and changes, newest first and live. */
export function Timeline(of: TimelineOf) {
  const { t } = useTranslation('timeline')
  const { date } = useDateFormat()
  const { sources, kinds, isLoading, error, reload } = useTimeline(of)
  const [only, setOnly] = useState<MomentKind>()
  const [count, setCount] = useState(STEP)
  const shownKinds = useMemo(() => (only ? [only] : kinds), [only, kinds])
  const all = mergeSources(
    shownKinds.map((kind) => sources[kind]),
    count + 1,
  )
  if (kinds.length === 0) return <p className={styles.note}>{t('noRight')}</p>
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isLoading) return <Loading title={false} paragraph={{ rows: 6 }} />
  return (
    <div className={styles.timeline}>
      {kinds.length > 1 && <KindChoice kinds={kinds} value={only} onChange={setOnly} />}
      {all.length === 0 && <p className={styles.note}>{t('none')}</p>}
      {byDay(all.slice(0, count), date).map(({ day, entries }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol>
            {entries.map((moment) => (
              <MomentRow key={`${moment.kind}-${moment.id}`} moment={moment} />
            ))}
          </ol>
        </section>
      ))}
      {all.length > count && (
        <Button type="text" onClick={() => setCount(count + STEP)}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps {
  kinds: MomentKind[]
  value: MomentKind | undefined
  onChange: (kind: MomentKind | undefined) => void
}

/** All of it, or one kind. */
function KindChoice({ kinds, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('timeline')
  return (
    <div role="group" aria-label={t('show')} className={styles.kinds}>
      {[undefined, ...kinds].map((kind) => (
        <button
          key={kind ?? 'all'}
          type="button"
          aria-pressed={value === kind}
          onClick={() => onChange(kind)}
        >
          {t(`options.kinds.${kind ?? 'all'}`)}
        </button>
      ))}
    </div>
  )
}
