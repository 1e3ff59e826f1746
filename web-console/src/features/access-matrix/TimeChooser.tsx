import { Button, Slider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateFormat, useNow } from '@/kit/time'
import styles from './access-matrix.module.css'
import { daysFrom, isInWeek, LAST_STEP, STEPS_IN_DAY, stepOfTime, timeOfStep } from './week'

interface Props {
  /** RFC 3339; undefined: now. */
  at: string | undefined
  onChange: (at: string | undefined) => void
}

/** A time in the week that comes, by half hours: a slider, its days, and "now". */
export function TimeChooser({ at, onChange }: Props) {
  const { t } = useTranslation('access-matrix')
  const format = useDateFormat()
  const now = format.at(useNow())
  const chosen = at === undefined ? now : format.at(at)
  // A time of another week, as in an old address, begins its own.
  const first = isInWeek(now, chosen) ? now : chosen
  const [dragged, setDragged] = useState<number>()
  const step = dragged ?? stepOfTime(first, chosen)
  const shown = dragged === undefined ? chosen : timeOfStep(first, dragged, format.zone)
  const words = shown.format(`dd ${format.datePattern} HH:mm`)
  const set = (next: number) => {
    setDragged(undefined)
    onChange(timeOfStep(first, next, format.zone).toISOString())
  }
  return (
    <section className={styles.time} aria-label={t('time')}>
      <div className={styles.timeHead}>
        <strong className="tabular">
          {at === undefined && dragged === undefined ? t('now') : words}
        </strong>
        <span>{t('zone', { zone: format.zone })}</span>
        {at !== undefined && (
          <Button size="small" onClick={() => onChange(undefined)}>
            {t('toNow')}
          </Button>
        )}
      </div>
      <div className={styles.week}>
        <Slider
          min={0}
          max={LAST_STEP}
          value={step}
          onChange={setDragged}
          onChangeComplete={set}
          tooltip={{ formatter: null }}
          ariaLabelForHandle={t('time')}
          ariaValueTextFormatterForHandle={() => words}
        />
        <div className={styles.days} role="group" aria-label={t('days')}>
          {daysFrom(first, format.zone).map((day, index) => {
            const isChosen = Math.floor(step / STEPS_IN_DAY) === index
            return (
              <button
                key={index}
                type="button"
                aria-pressed={isChosen}
                // The same time of another day.
                onClick={() => set(index * STEPS_IN_DAY + (step % STEPS_IN_DAY))}
              >
                <span>{day.format('dd')}</span> <span>{day.format('D')}</span>
              </button>
            )
          })}
        </div>
      </div>
    </section>
  )
}
