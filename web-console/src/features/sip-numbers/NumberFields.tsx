import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { devices } from '@/features/devices'
import { FeatureLack, groups } from '@/features/groups'
import { users } from '@/features/users'
import { FieldGrid, NewPasswordField, typedFields, useReadOnly } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { generateSipPassword } from './password'
import { OWNERS, PASSWORD, type SipNumberForm } from './schema'

const F = typedFields<SipNumberForm>()
const userSource = pickerOf(users)
const deviceSource = pickerOf(devices)
const groupSource = pickerOf(groups)

/** The number itself: what it is, whose it is, and how it stands. */
export function NumberFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('sip-numbers')
  return (
    <>
      <FieldGrid title={t('sections.what')} text={t('sections.whatText')}>
        <F.Text
          name="number"
          label={t('fields.number')}
          help={isNew ? t('help.number') : undefined}
          maxLength={12}
          isCode
          isRequired={!isNew}
        />
        <F.Text name="name" label={t('fields.name')} help={t('help.name')} maxLength={100} />
        <NewPasswordField
          name="password"
          label={t('fields.password')}
          help={isNew ? t('help.passwordNew') : t('help.password')}
          maxLength={PASSWORD.max}
          generate={generateSipPassword}
        />
      </FieldGrid>
      <OwnerFields />
      <StateFields />
    </>
  )
}

function OwnerFields() {
  const { t } = useTranslation('sip-numbers')
  const owner = useWatch<SipNumberForm, 'owner'>({ name: 'owner' })
  const knowsGroup = owner === 'user' || owner === 'device'
  return (
    <FieldGrid title={t('sections.owner')} text={t('sections.ownerText')}>
      <F.Select
        name="owner"
        label={t('fields.owner')}
        help={owner === 'group' ? t('help.general') : undefined}
        options={OWNERS.map((value) => ({ value, label: t(`options.owners.${value}`) }))}
        isRequired
      />
      {owner === 'user' && (
        <F.Ref name="user" label={t('options.owners.user')} source={userSource} isRequired />
      )}
      {owner === 'device' && (
        <F.Ref
          name="device"
          label={t('options.owners.device')}
          help={t('help.device')}
          source={deviceSource}
          isRequired
        />
      )}
      <F.Ref
        name="domain"
        label={t('fields.group')}
        help={knowsGroup ? t('help.group') : undefined}
        source={groupSource}
        isRequired={!knowsGroup}
      />
      <FeatureLack name="domain" feature="sip" />
    </FieldGrid>
  )
}

function StateFields() {
  const { t } = useTranslation('sip-numbers')
  const lack = useLack()
  const readOnly = useReadOnly()
  return (
    <FieldGrid title={t('sections.state')}>
      <F.Switch
        name="is_active"
        label={t('fields.active')}
        help={t('help.active')}
        disabled={readOnly || lack({ any: ['can_activate_sip_number'] })}
      />
      <F.Switch name="is_reserved" label={t('fields.reserved')} help={t('help.reserved')} />
      <F.Switch
        name="is_system"
        label={t('fields.system')}
        help={t('help.system')}
        disabled={readOnly || lack({ any: ['can_mark_system_sip_number'] })}
      />
    </FieldGrid>
  )
}
