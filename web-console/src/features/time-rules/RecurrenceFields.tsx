import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, ToggleField, typedFields } from '@/kit/form'
import { WEEKDAYS } from '@/kit/time'
import { MonthlyFields } from './MonthlyFields'
import type { TimeRuleForm } from './schema'
import { CUSTOM_MODES, DURATION_MODES, REPEAT_MODES } from './words'
import { WallTimeField } from './WallTimeField'

const F = typedFields<TimeRuleForm>()

/** How the first period repeats, and when that ends. */
export function RecurrenceFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('time-rules')
  const mode = useWatch<TimeRuleForm, 'repeat_mode'>({ name: 'repeat_mode' })
  return (
    <FieldGrid title={t('sections.repeat')}>
      <F.Select
        name="repeat_mode"
        label={t('fields.repeat')}
        options={REPEAT_MODES.map((value) => ({ value, label: t(`options.repeat.${value}`) }))}
        disabled={readOnly}
      />
      {mode === 'custom' && <CustomFields readOnly={readOnly} />}
      {mode !== 'never' && <EndFields readOnly={readOnly} />}
    </FieldGrid>
  )
}

function CustomFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('time-rules')
  const unit = useWatch<TimeRuleForm, 'repeat_custom_mode'>({ name: 'repeat_custom_mode' })
  return (
    <>
      <F.Select
        name="repeat_custom_mode"
        label={t('fields.customMode')}
        options={CUSTOM_MODES.map((value) => ({ value, label: t(`options.customMode.${value}`) }))}
        disabled={readOnly}
      />
      <F.Number
        name="repeat_custom_looper"
        label={t('fields.looper')}
        min={1}
        max={1000}
        unit={t(`options.units.${unit}`)}
        disabled={readOnly}
      />
      {unit === 'weekly' && (
        <ToggleField
          name="repeat_custom_weekdays"
          label={t('fields.weekdays')}
          options={WEEKDAYS.map((value) => ({ value, label: t(`options.weekdays.${value}`) }))}
          isRequired
          isWide
          disabled={readOnly}
        />
      )}
      {(unit === 'monthly' || unit === 'yearly') && (
        <MonthlyFields unit={unit} readOnly={readOnly} />
      )}
    </>
  )
}

function EndFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('time-rules')
  const end = useWatch<TimeRuleForm, 'repeat_duration_mode'>({ name: 'repeat_duration_mode' })
  return (
    <>
      <F.Select
        name="repeat_duration_mode"
        label={t('fields.durationMode')}
        options={DURATION_MODES.map((value) => ({ value, label: t(`options.duration.${value}`) }))}
        disabled={readOnly}
      />
      {end === 'until' && (
        <WallTimeField
          name="repeat_duration_until"
          label={t('fields.until')}
          isPlainDate
          isRequired
          disabled={readOnly}
        />
      )}
      {end === 'count' && (
        <F.Number
          name="repeat_duration_count"
          label={t('fields.count')}
          min={1}
          isRequired
          disabled={readOnly}
        />
      )}
    </>
  )
}
