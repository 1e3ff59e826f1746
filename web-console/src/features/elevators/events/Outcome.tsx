import { ClockCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { ElevatorEvent } from './api'
import { outcomeOf, type State } from './codes'
import { useFailureWords } from './useElevatorEventWords'

const TONES: Record<State, ToneName> = { sent: 'info', done: 'success', failed: 'error' }

/** How a command or a call ended, and why not where it failed. */
export function Outcome({ event }: { event: ElevatorEvent }) {
  const { t } = useTranslation('elevators')
  const failure = useFailureWords()
  const outcome = outcomeOf(event)
  if (!outcome) return <>—</>
  return (
    <span title={event.error ? failure(event.error) : undefined}>
      <StatusTag tone={TONES[outcome]} {...(outcome === 'sent' && { icon: ClockCircleOutlined })}>
        {t(`options.states.${outcome}`)}
      </StatusTag>
    </span>
  )
}
