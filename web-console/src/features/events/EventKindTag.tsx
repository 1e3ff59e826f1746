import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { Event } from './api'
import { kindOf } from './codes'
import { LOOKS } from './kinds'

/** Granted, denied, alarm: in a word, with a sign and a colour. */
export function EventKindTag({ event }: { event: Pick<Event, 'code' | 'category'> }) {
  const { t } = useTranslation('events')
  const kind = kindOf(event.code, event.category)
  const { tone, icon } = LOOKS[kind]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.kinds.${kind}`)}
    </StatusTag>
  )
}
