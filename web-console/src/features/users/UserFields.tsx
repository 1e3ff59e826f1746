import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { groups } from '@/features/groups'
import { roles } from '@/features/roles'
import { FieldGrid, NewPasswordField, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import type { UserForm } from './schema'

const F = typedFields<UserForm>()
const groupSource = pickerOf(groups)
const roleSource = pickerOf(roles)

interface Props {
  readOnly: string | false
}

/** Who somebody is. */
export function PersonFields({ readOnly }: Props) {
  const { t } = useTranslation('users')
  return (
    <FieldGrid title={t('sections.person')} text={t('sections.personText')}>
      <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired disabled={readOnly} />
      <F.Switch
        name="is_active"
        label={t('fields.is_active')}
        help={t('help.active')}
        disabled={readOnly}
      />
      <F.Switch
        name="elevator_access_disabled"
        label={t('fields.elevator_access_disabled')}
        help={t('help.elevatorAccess')}
        disabled={readOnly}
      />
      <F.Text
        name="profile.phone"
        label={t('fields.phone')}
        placeholder="+31201234567"
        disabled={readOnly}
      />
      <F.Text
        name="profile.address"
        label={t('fields.address')}
        maxLength={500}
        disabled={readOnly}
      />
      <F.TextArea
        name="description"
        label={t('fields.description')}
        rows={2}
        isWide
        disabled={readOnly}
      />
    </FieldGrid>
  )
}

/** What they may do, and where they belong. */
export function RightsFields({ readOnly }: Props) {
  const { t } = useTranslation('users')
  return (
    <FieldGrid title={t('sections.rights')} text={t('sections.rightsText')}>
      <F.Ref
        name="role"
        label={t('fields.role')}
        source={roleSource}
        isRequired
        disabled={readOnly}
      />
      <F.Ref
        name="domains"
        label={t('fields.domains')}
        help={t('help.groups')}
        source={groupSource}
        isMultiple
        isRequired
        disabled={readOnly}
      />
    </FieldGrid>
  )
}

/** How they sign in. */
export function AccountFields({ readOnly, userId }: Props & { userId: Id | undefined }) {
  const { t } = useTranslation('users')
  const { profile } = useCan()
  const isNew = userId === undefined
  const isSelf = !isNew && profile?.id === userId
  return (
    <FieldGrid title={t('sections.account')} text={t('sections.accountText')}>
      <F.Text
        name="email"
        label={t('fields.email')}
        help={isSelf ? t('help.ownEmail') : undefined}
        disabled={readOnly}
      />
      <F.Text
        name="login"
        label={t('fields.login')}
        help={t('help.login')}
        maxLength={64}
        disabled={readOnly}
      />
      <NewPasswordField name="password" label={t('fields.password')} disabled={readOnly} />
      {isNew && <SendLinkField readOnly={readOnly} />}
    </FieldGrid>
  )
}

/** Who has an e-mail and no password can be sent a link to set one. */
function SendLinkField({ readOnly }: Props) {
  const { t } = useTranslation('users')
  const [email, password] = useWatch<UserForm, ['email', 'password']>({
    name: ['email', 'password'],
  })
  const why =
    readOnly || (!email && t('link.noEmail')) || (Boolean(password) && t('link.hasPassword'))
  return (
    <F.Switch
      name="send_registration_link"
      label={t('fields.send_registration_link')}
      help={t('help.sendLink')}
      disabled={why}
    />
  )
}
