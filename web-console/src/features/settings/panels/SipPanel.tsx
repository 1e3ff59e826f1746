import { useTranslation } from 'react-i18next'
import { SipServiceSection } from '@/features/sip-service'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { useSaving } from '../useSaving'
import { sipSource, TRANSPORTS, type SipForm } from './sip'

const F = typedFields<SipForm>()

/** The service itself; where devices and phones register, and which numbers are given out. */
export default function SipPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(sipSource)
  return (
    <>
      <SipServiceSection />
      <SettingsForm control={control} label={t('options.tabs.sip')} disabled={readOnly}>
        <FieldGrid title={t('sip.title')} text={t('sip.text')}>
          <F.Switch name="is_enabled" label={t('sip.enabled')} isWide />
          <F.Text
            name="proxy_address"
            label={t('sip.proxy')}
            placeholder="sip.example.com"
            isCode
          />
          <F.Number name="proxy_port" label={t('fields.port')} min={1} max={65_535} isRequired />
          <F.Text name="realm_address" label={t('sip.realm')} help={t('sip.realmText')} isCode />
          <F.Select
            name="transport"
            label={t('sip.transport')}
            options={TRANSPORTS.map((value) => ({ value, label: value.toUpperCase() }))}
            isRequired
          />
          <F.Number
            name="talk_timeout"
            label={t('sip.talk')}
            help={t('sip.talkText')}
            min={10}
            max={7_200}
            unit={t('seconds')}
            isRequired
          />
        </FieldGrid>
        <FieldGrid title={t('sip.numbers')} text={t('sip.numbersText')}>
          <F.Text name="first_number" label={t('sip.first')} maxLength={12} isCode />
          <F.Text name="last_number" label={t('sip.last')} maxLength={12} isCode />
        </FieldGrid>
        <FieldGrid title={t('sip.crossing')} text={t('sip.crossingText')}>
          <F.Text name="stun_address" label={t('sip.stun')} isCode />
          <F.Number name="stun_port" label={t('sip.stunPort')} min={1} max={65_535} />
          <F.Text name="turn_address" label={t('sip.turn')} isCode />
          <F.Number name="turn_port" label={t('sip.turnPort')} min={1} max={65_535} />
          <F.Text name="turn_user_name" label={t('sip.turnUser')} maxLength={255} />
          <F.Password name="turn_password" label={t('sip.turnPassword')} maxLength={255} />
        </FieldGrid>
      </SettingsForm>
    </>
  )
}
