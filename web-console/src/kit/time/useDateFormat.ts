import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeFormatOf } from '@/api/profile'
import { useProfile } from '../permissions'
import { dateFormat, type DateFormat } from './format'

/** Dates as the signed-in user wants them. */
export function useDateFormat(): DateFormat {
  const { i18n } = useTranslation()
  const profile = useProfile()
  const format = timeFormatOf(profile)
  const zone = profile?.profile?.time_zone ?? ''
  const locale = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => dateFormat({ format, zone, locale }), [format, zone, locale])
}
