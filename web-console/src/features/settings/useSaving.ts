import { useTranslation } from 'react-i18next'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useSettingsForm, type SettingsSource } from '@/kit/form'
import { useLack, type Need } from '@/kit/permissions'
import { CHANGE } from './need'

/** The form of one area of the settings, and why it may only be looked at. `needOf`: what changing the saved row needs. */
export function useSaving<Row, Schema extends z.ZodType<FieldValues, FieldValues>>(
  source: SettingsSource<Row, Schema>,
  needOf: (row: Row | undefined) => Need = () => CHANGE,
) {
  const { t } = useTranslation('settings')
  const lack = useLack()
  const errorText = useErrorText()
  const control = useSettingsForm(source, {
    onSaved: () => alerts.success(t('saved')),
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const readOnly = lack(needOf(control.row))
  return { control, readOnly }
}
