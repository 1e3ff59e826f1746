import { DisconnectOutlined, QuestionOutlined, WifiOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import { useDateFormat } from '@/kit/time'
import type { DeviceInfo } from './api'

/** Online, offline or never seen; since when is in the tooltip. */
export function DeviceStatusTag({ info }: { info: DeviceInfo | null }) {
  const { t } = useTranslation('devices')
  const format = useDateFormat()
  const status = info?.status ?? 'never'
  const since = info?.status_changed_at
  const look = {
    online: { tone: 'success', icon: WifiOutlined },
    offline: { tone: 'error', icon: DisconnectOutlined },
    never: { tone: 'neutral', icon: QuestionOutlined },
  } as const
  return (
    <Tooltip title={since && t('since', { time: format.exact(since) })}>
      <span>
        <StatusTag {...look[status]}>{t(`options.statuses.${status}`)}</StatusTag>
      </span>
    </Tooltip>
  )
}
