import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import type { DeviceTask } from './api'
import { TaskStatusTag } from './TaskStatusTag'
import { useTaskWords } from './useTaskWords'

/** A task in the side drawer. */
export function TaskPreview({ task }: { task: DeviceTask }) {
  const { t } = useTranslation('device-tasks')
  const words = useTaskWords()
  const { device } = task
  return (
    <Details
      rows={[
        [t('fields.status'), <TaskStatusTag key="status" status={task.status} />],
        [
          t('fields.device'),
          device && (
            <Link key="device" to={`/devices/${device.id}`}>
              {device.name}
            </Link>
          ),
        ],
        [t('fields.kind'), words.kind(task.kind)],
        [t('fields.items'), task.items_count],
        [t('fields.attempts'), task.attempts],
        [t('fields.error'), task.error && words.error(task.error)],
        [t('fields.version'), task.version || null],
        [t('fields.created'), <ExactTime key="created" value={task.created_at} />],
        [t('fields.started'), <ExactTime key="started" value={task.started_at} />],
        [t('fields.finished'), <ExactTime key="finished" value={task.finished_at} />],
        [t('fields.next'), <ExactTime key="next" value={task.next_attempt_at} />],
      ]}
    />
  )
}
