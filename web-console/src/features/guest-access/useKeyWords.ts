import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateFormat } from '@/kit/time'
import { keyInWords, type WordsOf } from './describe'

/** A key in a sentence. */
export function useKeyWords() {
  const { t, i18n } = useTranslation('guest-access')
  const { at, datePattern } = useDateFormat()
  const locale = i18n.resolvedLanguage ?? 'en'
  const sentence = useCallback(
    (key: WordsOf) =>
      keyInWords(key, {
        text: t,
        locale,
        moment: (time) => at(time).format(`dd ${datePattern} HH:mm`),
      }),
    [t, locale, at, datePattern],
  )
  return { sentence }
}
