import {
  CheckOutlined,
  ClockCircleOutlined,
  FieldTimeOutlined,
  PauseCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { usePendingStops } from '@/kit/pendingStops'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import { useDateFormat, useNow } from '@/kit/time'
import type { GuestKey } from './api'
import { stateAt, type State } from './state'

const LOOKS: Record<State, { tone: ToneName; icon: ComponentType<{ 'aria-hidden'?: boolean }> }> = {
  active: { tone: 'success', icon: CheckOutlined },
  scheduled: { tone: 'info', icon: ClockCircleOutlined },
  expired: { tone: 'neutral', icon: FieldTimeOutlined },
  used_up: { tone: 'neutral', icon: FieldTimeOutlined },
  suspended: { tone: 'warning', icon: PauseCircleOutlined },
  revoked: { tone: 'error', icon: StopOutlined },
}

/** Whether the key opens now, and why not. */
export function KeyState({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const now = useNow()
  const state = usePendingStops().has(guestKey.id) ? 'revoked' : stateAt(guestKey, now)
  if (state === null) return <>—</>
  const { tone, icon } = LOOKS[state]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.states.${state}`)}
    </StatusTag>
  )
}

/** How much time is left, or until it begins; the exact period in the tooltip. */
export function TimeLeft({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const now = useNow()
  const { relative, exact } = useDateFormat()
  const { period_restrict_active: isOn, period_restrict_from: from } = guestKey
  const { period_restrict_to: to } = guestKey
  if (!isOn || to === null) return <>{t('noEnd')}</>
  const state = stateAt(guestKey, now)
  const period = [from, to].filter((each) => each !== null).map((each) => exact(each))
  const text =
    state === 'scheduled' && from !== null
      ? t('begins', { time: relative(from, now) })
      : t(new Date(to) > now ? 'ends' : 'ended', { time: relative(to, now) })
  return <time title={period.join(' – ')}>{text}</time>
}

/** Visits so far, of how many. */
export function Visits({ guestKey }: { guestKey: GuestKey }) {
  const { pass_limit: limit, visits_used: used } = guestKey
  return <span className="tabular">{limit > 0 ? `${used} / ${limit}` : used}</span>
}
