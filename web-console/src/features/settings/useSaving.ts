import { useTranslation } from 'react-i18next'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useSettingsForm, type SettingsSource } from '@/kit/form'
import { useLack } from '@/kit/permissions'

/** The form of one area of the settings, and why it may only be looked at. */
export function useSaving<Row, Schema extends z.ZodType<FieldValues, FieldValues>>(
  source: SettingsSource<Row, Schema>,
) {
  const { t } = useTranslation('settings')
  const lack = useLack()
  const errorText = useErrorText()
  const control = useSettingsForm(source, {
    onSaved: () => alerts.success(t('saved')),
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const readOnly = lack({ any: ['can_change_project_settings'] })
  return { control, readOnly }
}
