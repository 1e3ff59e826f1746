import type { TFunction } from 'i18next'
import type { Identifier } from '@/features/identifiers'

type Limited = Pick<
  Identifier,
  'period_restrict_active' | 'period_restrict_from' | 'period_restrict_to' | 'has_own_hours'
>

/** When an identifier opens by itself: "until 28 November, in its own hours"; null for at any time. */
export function limitInWords(
  identifier: Limited,
  t: TFunction<'access-rules'>,
  dateTime: (at: string) => string,
): string | null {
  const isLimited = identifier.period_restrict_active
  const from = isLimited ? identifier.period_restrict_from : null
  const to = isLimited ? identifier.period_restrict_to : null
  const parts = [
    from && t('options.words.from', { time: dateTime(from) }),
    to && t('options.words.until', { time: dateTime(to) }),
    identifier.has_own_hours && t('options.words.ownHours'),
  ]
  return parts.filter(Boolean).join(', ') || null
}
