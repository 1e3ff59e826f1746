import { Switch } from 'antd'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ToggleField, useReadOnly } from '@/kit/form'
import { WEEKDAYS, weekdayName } from '@/kit/time'
import { PeriodField } from './PeriodField'
import styles from './queues.module.css'
import type { QueueForm } from './schema'
import { isAlwaysDue } from './timeline'

/** Days and hours of a queue; out of the way while it rings at any time. */
export function WhenFields({ name }: { name: string }) {
  const { t, i18n } = useTranslation('forward-rules')
  const { setValue } = useFormContext()
  const params = useWatch({ name: `${name}.params` }) as QueueForm['params']
  const readOnly = useReadOnly()
  const [wantsLimit, setWantsLimit] = useState(false)
  const isLimited = wantsLimit || !isAlwaysDue(params)
  const id = useId()
  const limit = (on: boolean) => {
    setWantsLimit(on)
    if (on) return
    setValue(`${name}.params.days`, [...WEEKDAYS], { shouldDirty: true, shouldValidate: true })
    setValue(`${name}.params.period`, null, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <div className={styles.limit}>
        <Switch
          id={id}
          size="small"
          checked={isLimited}
          disabled={Boolean(readOnly)}
          onChange={limit}
        />
        <label htmlFor={id}>{t('fields.limited')}</label>
      </div>
      {isLimited && (
        <>
          <ToggleField
            name={`${name}.params.days`}
            label={t('fields.days')}
            isCalendar
            options={WEEKDAYS.map((value) => ({
              value,
              label: weekdayName(value, i18n.language),
            }))}
          />
          <PeriodField name={`${name}.params.period`} label={t('fields.period')} />
        </>
      )}
    </>
  )
}
