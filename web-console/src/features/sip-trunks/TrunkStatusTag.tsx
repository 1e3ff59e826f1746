import { SyncOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { SipTrunk, TrunkStatus } from './api'
import { useReason } from './reasons'

const TONES: Record<TrunkStatus, ToneName> = {
  ready: 'success',
  registering: 'info',
  registered: 'success',
  error: 'error',
}

/** Whether the line can be used; what the provider said is in the tooltip. */
export function TrunkStatusTag({ trunk }: { trunk: SipTrunk }) {
  const { t } = useTranslation('sip-trunks')
  const { status } = trunk
  const reason = useReason(trunk.status_message)
  if (status === null) return <>—</>
  const icon = status === 'registering' ? SyncOutlined : undefined
  return (
    <Tooltip title={reason}>
      <span>
        <StatusTag tone={TONES[status]} icon={icon}>
          {t(`options.statuses.${status}`)}
        </StatusTag>
      </span>
    </Tooltip>
  )
}
