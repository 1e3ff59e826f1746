import { CheckOutlined, DisconnectOutlined, StopOutlined, WifiOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { SipNumber } from './api'

/** Whether the number may register and be called. */
export function ActiveTag({ number }: { number: SipNumber }) {
  const { t } = useTranslation('sip-numbers')
  return number.is_active === false ? (
    <StatusTag tone="neutral" icon={StopOutlined}>
      {t('states.off')}
    </StatusTag>
  ) : (
    <StatusTag tone="success" icon={CheckOutlined}>
      {t('states.on')}
    </StatusTag>
  )
}

/** Whether a phone or panel is registered with the number now; null while that is not known. */
export function RegisteredTag({ isRegistered }: { isRegistered: boolean | null }) {
  const { t } = useTranslation('sip-numbers')
  if (isRegistered === null) return <>{t('states.unknown')}</>
  return isRegistered ? (
    <StatusTag tone="success" icon={WifiOutlined}>
      {t('states.registered')}
    </StatusTag>
  ) : (
    <StatusTag tone="neutral" icon={DisconnectOutlined}>
      {t('states.unregistered')}
    </StatusTag>
  )
}
