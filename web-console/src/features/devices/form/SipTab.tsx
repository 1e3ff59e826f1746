import { useTranslation } from 'react-i18next'
import { DeviceNumber } from '@/features/sip-numbers'
import { FieldGrid } from '@/kit/form'
import { F, type TabProps } from './fields'

const TRANSPORTS = ['UDP', 'TCP', 'TLS'].map((value) => ({ value, label: value }))

interface Props extends TabProps {
  /** Of a device that is kept already. */
  id: number | undefined
}

/** How the device calls and is called. */
export function SipTab({ readOnly, id }: Props) {
  const { t } = useTranslation('devices')
  return (
    <>
      {id !== undefined && <DeviceNumber deviceId={id} />}
      <FieldGrid title={t('sip.title')} text={t('sip.text')}>
        <F.Switch name="device_settings.sip.enabled" label={t('sip.enabled')} disabled={readOnly} />
        <F.Switch
          name="device_settings.sip.manual"
          label={t('sip.manual')}
          help={t('sip.manualHelp')}
          disabled={readOnly}
        />
        <F.Text
          name="device_settings.sip.login"
          label={t('sip.login')}
          maxLength={31}
          isCode
          disabled={readOnly}
        />
        <F.Password
          name="device_settings.sip.password"
          label={t('sip.password')}
          help={t('sip.passwordHelp')}
          maxLength={31}
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sip.servers')} text={t('sip.serversText')}>
        <F.Text
          name="device_settings.sip.proxy_address"
          label={t('sip.proxy')}
          isCode
          disabled={readOnly}
        />
        <F.Text
          name="device_settings.sip.realm_address"
          label={t('sip.realm')}
          isCode
          disabled={readOnly}
        />
        <F.Text
          name="device_settings.sip.stun_address"
          label={t('sip.stun')}
          isCode
          disabled={readOnly}
        />
        <F.Number
          name="device_settings.sip.stun_port"
          label={t('sip.stunPort')}
          min={1}
          max={65_535}
          disabled={readOnly}
        />
        <F.Select
          name="device_settings.sip.transport"
          label={t('sip.transport')}
          options={TRANSPORTS}
          disabled={readOnly}
        />
        <F.Number
          name="device_settings.sip.rtp_profile"
          label={t('sip.rtp')}
          min={0}
          max={127}
          disabled={readOnly}
        />
        <F.Number
          name="device_settings.sip.talk_timeout"
          label={t('sip.talk')}
          min={10}
          max={600}
          unit={t('seconds')}
          disabled={readOnly}
        />
        <F.Switch
          name="device_settings.sip.use_address"
          label={t('sip.useAddress')}
          disabled={readOnly}
        />
      </FieldGrid>
    </>
  )
}
