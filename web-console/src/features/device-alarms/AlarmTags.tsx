import {
  AlertFilled,
  CheckOutlined,
  ClockCircleOutlined,
  ExclamationOutlined,
  MinusOutlined,
  WarningFilled,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { AlarmSeverity, AlarmState } from './api'

const SEVERITIES: Record<AlarmSeverity, [ToneName, ComponentType]> = {
  high: ['error', AlertFilled],
  medium: ['warning', WarningFilled],
  low: ['info', ExclamationOutlined],
}
const STATES: Record<AlarmState, [ToneName, ComponentType]> = {
  enabled: ['error', ClockCircleOutlined],
  disabled: ['neutral', MinusOutlined],
  processed: ['success', CheckOutlined],
}

/** How bad it is: in a word, with a sign and a colour. */
export function SeverityTag({ severity }: { severity: AlarmSeverity | null }) {
  const { t } = useTranslation('device-alarms')
  if (severity === null) return <>—</>
  const [tone, icon] = SEVERITIES[severity]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.severities.${severity}`)}
    </StatusTag>
  )
}

/** Whether it goes on, is over, or is done with. */
export function StateTag({ state }: { state: AlarmState | null }) {
  const { t } = useTranslation('device-alarms')
  if (state === null) return <>—</>
  const [tone, icon] = STATES[state]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.states.${state}`)}
    </StatusTag>
  )
}
