import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ToggleField, typedFields } from '@/kit/form'
import { monthName } from './describe'
import type { TimeRuleForm } from './schema'
import { DAY_TYPES, ITERATIONS, MONTH_DAYS, MONTHS } from './words'

const F = typedFields<TimeRuleForm>()

interface Props {
  unit: 'monthly' | 'yearly'
  readOnly: string | false
}

/** Which days of which months: by number, or as "the last Friday". */
export function MonthlyFields({ unit, readOnly }: Props) {
  const { t, i18n } = useTranslation('time-rules')
  const isByType = useWatch<TimeRuleForm, 'repeat_custom_use_day_types'>({
    name: 'repeat_custom_use_day_types',
  })
  const locale = i18n.resolvedLanguage ?? 'en'
  return (
    <>
      {unit === 'yearly' && (
        <ToggleField
          name="repeat_custom_monthes"
          label={t('fields.months')}
          options={MONTHS.map((value) => ({ value, label: monthName(value, locale, 'short') }))}
          help={isByType ? undefined : t('help.yearlyDay')}
          isRequired
          isWide
          disabled={readOnly}
        />
      )}
      <F.Switch
        name="repeat_custom_use_day_types"
        label={t('fields.useDayTypes')}
        help={t('help.useDayTypes')}
        isWide
        disabled={readOnly}
      />
      {isByType && (
        <>
          <F.Select
            name="repeat_custom_day_iteration"
            label={t('fields.iteration')}
            options={ITERATIONS.map((value) => ({
              value,
              label: t(`options.iterations.m.${value}`),
            }))}
            isRequired
            disabled={readOnly}
          />
          <F.Select
            name="repeat_custom_day_type"
            label={t('fields.dayType')}
            options={DAY_TYPES.map((value) => ({ value, label: t(`options.dayTypes.${value}`) }))}
            isRequired
            disabled={readOnly}
          />
        </>
      )}
      {unit === 'monthly' && !isByType && (
        <ToggleField
          name="repeat_custom_days"
          label={t('fields.days')}
          options={MONTH_DAYS.map((value) => ({ value, label: String(value) }))}
          isCalendar
          isRequired
          isWide
          disabled={readOnly}
        />
      )}
    </>
  )
}
