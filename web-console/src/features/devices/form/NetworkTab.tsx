import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '@/kit/form'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'

export function NetworkTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const isDhcp = useWatch<DeviceForm>({ name: 'device_settings.network.is_dhcp' }) === true
  const off = readOnly || (isDhcp && t('help.dhcpOn'))
  return (
    <FieldGrid title={t('network.title')} text={t('network.text')}>
      <F.Switch
        name="device_settings.network.is_dhcp"
        label={t('network.dhcp')}
        isWide
        disabled={readOnly}
      />
      <F.Text name="device_settings.network.ip" label={t('network.ip')} isCode disabled={off} />
      <F.Text
        name="device_settings.network.subnet"
        label={t('network.subnet')}
        isCode
        disabled={off}
      />
      <F.Text
        name="device_settings.network.gateway"
        label={t('network.gateway')}
        isCode
        disabled={off}
      />
      <F.Text name="device_settings.network.dns" label={t('network.dns')} isCode disabled={off} />
    </FieldGrid>
  )
}
