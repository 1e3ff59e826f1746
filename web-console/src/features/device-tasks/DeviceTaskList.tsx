import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import type { Id } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { RelativeTime } from '@/kit/time'
import { useTaskList } from './api'
import styles from './DeviceTaskList.module.css'
import { TASK_TOPIC } from './realtime'
import { TaskStatusTag } from './TaskStatusTag'
import { canRestart, useTaskActions } from './useTaskActions'
import { useTaskWords } from './useTaskWords'

interface Props {
  deviceId: Id
  /** How many rows. */
  count?: number
}

/** The latest tasks of one device, live. */
export function DeviceTaskList({ deviceId, count = 20 }: Props) {
  const { t } = useTranslation('device-tasks')
  const { can } = useCan()
  const words = useTaskWords()
  const { restartTasks } = useTaskActions()
  const { data, error, refetch } = useTaskList({
    page: 1,
    size: 20,
    sort: '-created_at',
    filters: {
      match: 'match_all',
      items: [{ field: 'device_id', rule: 'equals', value: deviceId }],
    },
  })
  useTopic(TASK_TOPIC)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 5 }} />
  if (data.items.length === 0) return <p className={styles.note}>{t('empty.text')}</p>
  return (
    <ul className={styles.list} aria-label={t('title')}>
      {data.items.slice(0, count).map((task) => (
        <li key={task.id}>
          <TaskStatusTag status={task.status} />
          <span className={styles.what}>
            <strong>{words.kind(task.kind)}</strong>
            <small>
              {task.error
                ? words.error(task.error)
                : task.items_count > 0 && t('items', { count: task.items_count })}
            </small>
          </span>
          <span className={styles.when}>
            <RelativeTime value={task.finished_at ?? task.updated_at ?? task.created_at} />
            <small>{t('attempts', { count: task.attempts })}</small>
          </span>
          {can('can_edit_device') && canRestart(task) && (
            <Button
              size="small"
              icon={<ReloadOutlined />}
              onClick={() => void restartTasks([task])}
            >
              {t('restart')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
