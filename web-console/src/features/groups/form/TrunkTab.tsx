import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, typedFields } from '@/kit/form'
import type { GroupForm } from '../schema'

const F = typedFields<GroupForm>()

/** The line by which the group calls outside. */
export function TrunkTab() {
  const { t } = useTranslation('groups')
  const isOn = useWatch<GroupForm, 'sip_trunk.is_enabled'>({ name: 'sip_trunk.is_enabled' })
  return (
    <FieldGrid title={t('trunk.title')} text={t('trunk.text')}>
      <F.Switch name="sip_trunk.is_enabled" label={t('trunk.enabled')} isWide />
      {isOn && (
        <F.Text
          name="sip_trunk.outgoing_number"
          label={t('trunk.number')}
          placeholder="+31201234567"
          isCode
        />
      )}
    </FieldGrid>
  )
}
