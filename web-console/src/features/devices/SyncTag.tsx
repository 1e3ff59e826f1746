import { CheckOutlined, ClockCircleOutlined, ExclamationOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { DeviceInfo } from './api'
import { syncState } from './sync'

/** Whether the device holds what it should. */
export function SyncTag({ info }: { info: DeviceInfo | null }) {
  const { t } = useTranslation('devices')
  const state = syncState(info)
  switch (state.kind) {
    case 'unknown':
      return <>—</>
    case 'inStep':
      return (
        <StatusTag tone="neutral" icon={CheckOutlined}>
          {t('sync.inStep')}
        </StatusTag>
      )
    case 'waiting':
      return (
        <StatusTag tone="info" icon={ClockCircleOutlined}>
          {t('sync.waiting', { count: state.count })}
        </StatusTag>
      )
    case 'failed':
      return (
        <StatusTag tone="error" icon={ExclamationOutlined}>
          {t('sync.failed', { count: state.count })}
        </StatusTag>
      )
    case 'refused':
      return (
        <StatusTag tone="warning" icon={ExclamationOutlined}>
          {t('sync.refused', { count: state.count })}
        </StatusTag>
      )
  }
}
