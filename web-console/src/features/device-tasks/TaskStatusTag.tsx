import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
  OrderedListOutlined,
  PlusOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { TaskStatus } from './api'

const LOOKS: Record<TaskStatus, [ToneName, ComponentType]> = {
  new: ['neutral', PlusOutlined],
  queued: ['neutral', OrderedListOutlined],
  started: ['info', LoadingOutlined],
  waiting: ['warning', ClockCircleOutlined],
  completed: ['success', CheckOutlined],
  error: ['error', CloseOutlined],
  stopped: ['neutral', StopOutlined],
}

export const TASK_STATUSES = Object.keys(LOOKS) as TaskStatus[]

/** How far a task is. */
export function TaskStatusTag({ status }: { status: TaskStatus | null }) {
  const { t } = useTranslation('device-tasks')
  if (status === null) return <>—</>
  const [tone, icon] = LOOKS[status]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.statuses.${status}`)}
    </StatusTag>
  )
}
