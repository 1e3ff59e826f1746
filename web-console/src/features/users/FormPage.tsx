import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { useCan, useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { users } from './resource'
import { UserActions } from './UserActions'
import { useUserTabs } from './useUserTabs'

const paths = pathsOf(users)

/** A user: new, or edited. */
export default function UserFormPage() {
  const { id } = useParams()
  return <UserForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function UserForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const { profile } = useCan()
  const lack = useLack()
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
  const readOnly = !isSelf && lack(id === undefined ? users.can.create : users.can.update)
  const tabs = useUserTabs({ id, user: control.row, readOnly })
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? '')}
      note={control.row?.domains.map(({ name }) => name).join(', ')}
      backTo={paths.list}
      disabled={readOnly}
      actions={control.row && <UserActions user={control.row} />}
      tabs={tabs}
    />
  )
}
