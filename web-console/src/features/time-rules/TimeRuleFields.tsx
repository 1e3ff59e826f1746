import { Button } from 'antd'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, typedFields } from '@/kit/form'
import { useDateFormat } from '@/kit/time'
import { PRESETS, presetValues, type Preset } from './presets'
import { RecurrenceFields } from './RecurrenceFields'
import type { TimeRuleForm } from './schema'
import styles from './time-rules.module.css'
import { WallTimeField } from './WallTimeField'

const F = typedFields<TimeRuleForm>()

/** Every field of a schedule. */
export function TimeRuleFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('time-rules')
  const isAllDay = useWatch<TimeRuleForm, 'is_all_day'>({ name: 'is_all_day' })
  const ownZone = useWatch<TimeRuleForm, 'time_zone'>({ name: 'time_zone' })
  const zones = useZones()
  return (
    <>
      <FieldGrid title={t('sections.name')} text={t('sections.nameText')}>
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          isWide
          disabled={readOnly}
        />
        <F.TextArea
          name="description"
          label={t('fields.description')}
          rows={2}
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.when')} text={t('sections.whenText')}>
        {readOnly === false && <Presets />}
        <F.Switch name="is_all_day" label={t('fields.allDay')} isWide disabled={readOnly} />
        <WallTimeField
          name="valid_from"
          label={isAllDay ? t('fields.firstDay') : t('fields.from')}
          isDateOnly={isAllDay}
          isRequired
          disabled={readOnly}
        />
        <WallTimeField
          name="valid_to"
          label={isAllDay ? t('fields.lastDay') : t('fields.to')}
          isDateOnly={isAllDay}
          isRequired
          disabled={readOnly}
        />
        <F.Select
          name="time_zone"
          label={t('fields.zone')}
          help={ownZone === '' ? t('help.zone') : t('ownZone')}
          options={zones}
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <RecurrenceFields readOnly={readOnly} />
    </>
  )
}

/** Buttons that fill in a whole recurrence. */
function Presets() {
  const { t } = useTranslation('time-rules')
  const { setValue, clearErrors } = useFormContext<TimeRuleForm>()
  const { at } = useDateFormat()
  const apply = (preset: Preset) => {
    const values = presetValues(preset, at(new Date()).format('YYYY-MM-DD'))
    for (const [key, value] of Object.entries(values)) {
      setValue(key as keyof TimeRuleForm, value, { shouldDirty: true })
    }
    clearErrors()
  }
  return (
    <div className={styles.presets} role="group" aria-label={t('presets')}>
      {PRESETS.map((preset) => (
        <Button key={preset} onClick={() => apply(preset)}>
          {t(`options.presets.${preset}`)}
        </Button>
      ))}
    </div>
  )
}

/** Every zone that this browser knows, the project's own first. */
function useZones() {
  const { t } = useTranslation('time-rules')
  return useMemo(
    () => [
      { value: '', label: t('projectZone') },
      ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
        (zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }),
      ),
    ],
    [t],
  )
}
