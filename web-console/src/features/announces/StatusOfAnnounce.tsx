import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { Announce } from './api'

export const STATUSES = ['new', 'scheduled', 'sending', 'active', 'stopped', 'completed'] as const

const TONES: Record<(typeof STATUSES)[number], ToneName> = {
  new: 'neutral',
  scheduled: 'info',
  sending: 'warning',
  active: 'success',
  stopped: 'error',
  completed: 'neutral',
}

/** How far an announce is. */
export function StatusOfAnnounce({ status }: Pick<Announce, 'status'>) {
  const { t } = useTranslation('announces')
  const known = status ?? 'new'
  return <StatusTag tone={TONES[known]}>{t(`options.statuses.${known}`)}</StatusTag>
}

/** "12 of 40 read", or of a poll "12 of 40 answered". */
export function Turnout({ announce }: { announce: Announce }) {
  const { t } = useTranslation('announces')
  const { turnout } = announce
  if (!turnout || turnout.recipients === 0) return <>—</>
  const isPoll = announce.type === 'poll'
  return (
    <>
      {t(isPoll ? 'turnout.answered' : 'turnout.read', {
        done: isPoll ? turnout.answered : turnout.read,
        count: turnout.recipients,
      })}
    </>
  )
}
