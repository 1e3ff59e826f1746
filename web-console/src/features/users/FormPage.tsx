import { LockOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm, type FormTab } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import type { User } from './api'
import { PasswordDialog } from './PasswordDialog'
import { users } from './resource'
import { userSchema } from './schema'
import { UserFields } from './UserFields'
import { UserIdentifiers } from './UserIdentifiers'

const paths = pathsOf(users)

/** A user: new, or edited. */
export default function UserFormPage() {
  const { id } = useParams()
  return <UserForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function UserForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['users', 'common'])
  const navigate = useNavigate()
  const { meets, profile } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(users, id, {
    onSaved: (user) => {
      alerts.success(t('saved', { name: user.name }))
      // The next thing to do with somebody new is to give them a card.
      if (id === undefined) void navigate(`${paths.edit(user.id)}?tab=identifiers`)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  // Everybody may change their own record; the server says what of it.
  const isSelf = id !== undefined && profile?.id === id
  const mayEdit = isSelf || meets(id === undefined ? users.can.create : users.can.update)
  const readOnly = !mayEdit && t('common:noRight')
  const tabs: FormTab[] = [
    {
      key: 'general',
      label: t('general'),
      fields: Object.keys(userSchema.shape),
      content: <UserFields readOnly={readOnly} />,
    },
  ]
  if (id !== undefined) {
    tabs.push({
      key: 'identifiers',
      label: t('identifiers.title'),
      fields: [],
      content: <UserIdentifiers userId={id} />,
    })
  }
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? '')}
      note={control.row?.domains.map(({ name }) => name).join(', ')}
      backTo={paths.list}
      disabled={readOnly}
      actions={control.row && <Actions user={control.row} />}
      tabs={tabs}
    />
  )
}

function Actions({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const { can, meets } = useCan()
  const [params, setParams] = useSearchParams()
  const maySet = can('can_edit_all_users', 'can_manage_self_domain_users')
  const setDialog = (dialog: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (dialog) next.set('dialog', dialog)
        else next.delete('dialog')
        return next
      },
      { replace: true },
    )
  return (
    <>
      {meets(accessCheckScreen.need) && (
        <Button
          icon={<SafetyCertificateOutlined />}
          onClick={() => void navigate(accessCheckPath({ userId: user.id }))}
        >
          {t('explain')}
        </Button>
      )}
      {maySet && (
        <Button icon={<LockOutlined />} onClick={() => setDialog('password')}>
          {t('password.set')}
        </Button>
      )}
      {maySet && params.get('dialog') === 'password' && (
        <PasswordDialog user={user} onClose={() => setDialog('')} />
      )}
    </>
  )
}
