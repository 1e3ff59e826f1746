import dayjs from 'dayjs'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateFormat } from '@/kit/time'
import type { TimeRule } from './api'
import { scheduleInWords } from './describe'
import { toTimeRuleForm, type TimeRuleForm } from './schema'

/** Says a schedule in one line, in the person's language and date format. */
export function useScheduleWords() {
  const { t } = useTranslation('time-rules')
  const { locale, datePattern } = useDateFormat()
  const say = useCallback(
    (rule: Omit<TimeRuleForm, 'name' | 'description'>) =>
      scheduleInWords(rule, {
        text: t,
        locale,
        date: (date) => dayjs(date).format(datePattern),
      }),
    [t, locale, datePattern],
  )
  const sayRow = useCallback((rule: TimeRule) => say(toTimeRuleForm(rule)), [say])
  return { say, sayRow }
}
