import { CheckOutlined, ClockCircleOutlined, SoundFilled, StopOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { AlertRun, AlertRunStatus } from './api'

const STATES: Record<AlertRunStatus, [ToneName, ComponentType]> = {
  running: ['error', SoundFilled],
  stopping: ['warning', ClockCircleOutlined],
  stopped: ['neutral', StopOutlined],
  finished: ['neutral', CheckOutlined],
}

/** Whether a run lasts, and whether it is a drill. */
export function RunTag({ run }: { run: AlertRun | null }) {
  const { t } = useTranslation('emergency-alerts')
  if (!run?.status) return <>—</>
  const [tone, icon] = STATES[run.status]
  const state = t(`options.statuses.${run.status}`)
  return (
    <StatusTag tone={tone} icon={icon}>
      {run.is_drill ? t('drillState', { state }) : state}
    </StatusTag>
  )
}
