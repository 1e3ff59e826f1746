import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FeatureLack, groups } from '@/features/groups'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { MAX_LOGIN, MAX_PASSWORD, type SipTrunkForm } from './schema'

const F = typedFields<SipTrunkForm>()
const groupSource = pickerOf(groups)

/** Every field of a trunk. */
export function TrunkFields() {
  const { t } = useTranslation('sip-trunks')
  const registers = useWatch<SipTrunkForm, 'is_registration_enabled'>({
    name: 'is_registration_enabled',
  })
  return (
    <>
      <FieldGrid title={t('sections.line')} text={t('sections.lineText')}>
        <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
        <F.Text
          name="outgoing_number"
          label={t('fields.outgoing')}
          help={t('help.outgoing')}
          placeholder="+31201234567"
          maxLength={16}
          isCode
          isRequired
        />
        <F.Ref
          name="domains"
          label={t('fields.groups')}
          help={t('help.groups')}
          source={groupSource}
          isMultiple
          isRequired
          isWide
        />
        <FeatureLack name="domains" feature="sip.trunks" />
      </FieldGrid>
      <FieldGrid title={t('sections.provider')} text={t('sections.providerText')}>
        <F.Text
          name="termination_uri"
          label={t('fields.provider')}
          help={t('help.provider')}
          placeholder="sip:sip.example.com:5060;transport=udp"
          maxLength={255}
          isCode
          isRequired
          isWide
        />
        <F.Text
          name="login"
          label={t('fields.login')}
          maxLength={MAX_LOGIN}
          isRequired={registers}
          isCode
        />
        <F.Password
          name="password"
          label={t('fields.password')}
          maxLength={MAX_PASSWORD}
          isRequired={registers}
        />
        <F.Switch
          name="is_registration_enabled"
          label={t('fields.registers')}
          help={t('help.registers')}
          isWide
        />
      </FieldGrid>
    </>
  )
}
