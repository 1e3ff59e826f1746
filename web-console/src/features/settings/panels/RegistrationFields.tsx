import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { roles } from '@/features/roles'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import type { GeneralForm } from './general'

const F = typedFields<GeneralForm>()
export const roleSource = pickerOf(roles)
const groupSource = pickerOf(groups)

/** Anybody may register with an e-mail. */
export function RegistrationFields() {
  const { t } = useTranslation('settings')
  const isOn = useWatch<GeneralForm, 'registration.is_enabled'>({
    name: 'registration.is_enabled',
  })
  return (
    <FieldGrid title={t('registration.title')} text={t('registration.text')}>
      <F.Switch name="registration.is_enabled" label={t('registration.enabled')} isWide />
      {isOn && (
        <>
          <F.Ref
            name="registration.role"
            label={t('registration.role')}
            source={roleSource}
            isRequired
          />
          <F.Ref
            name="registration.domain"
            label={t('registration.group')}
            source={groupSource}
            isRequired
          />
        </>
      )}
    </FieldGrid>
  )
}
