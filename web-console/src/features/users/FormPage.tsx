import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { GiveAccessButton } from '@/features/access-rules'
import { useSignInAgain } from '@/features/auth'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useOpenTab, useResourceForm } from '@/kit/form'
import { useCan, useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { usersWithForm } from './resourceWithForm'
import { users } from './resource'
import type { User } from './api'
import { UserActions } from './UserActions'
import styles from './users.module.css'
import { UserStateTag } from './UserStateTag'
import { OVERVIEW, useUserTabs } from './useUserTabs'

const paths = pathsOf(users)

/** A user: new, what is known of one, or edited. */
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
  const signInAgain = useSignInAgain()
  const control = useResourceForm(usersWithForm, id, {
    onSaved: (user) => {
      alerts.success(t('saved', { name: user.name }))
      // The next thing to do with somebody new is to give them access.
      if (id === undefined) void navigate(paths.of(user.id))
    },
    onFailed: (error) => {
      if (!signInAgain.takes(error)) alerts.error(errorText(error))
    },
  })
  // Everybody may change their own record; the server says what of it.
  const isSelf = id !== undefined && profile?.id === id
  const readOnly = !isSelf && lack(id === undefined ? users.can.create : users.can.update)
  const [open, defaultTab] = useOpenTab({ page: OVERVIEW, form: 'general' })
  const tabs = useUserTabs({ id, user: control.row, readOnly, open })
  return (
    <>
      <FormPage
        control={control}
        title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
        note={control.row && <Standing user={control.row} />}
        backTo={paths.list}
        disabled={readOnly}
        actions={control.row && <Actions user={control.row} />}
        tabs={tabs}
        defaultTab={defaultTab}
      />
      {signInAgain.dialog(() => void control.submit())}
    </>
  )
}

/** Whether they count, and where they belong. */
function Standing({ user }: { user: User }) {
  return (
    <span className={styles.standing}>
      <UserStateTag user={user} />
      {user.domains.map(({ name }) => name).join(', ')}
    </span>
  )
}

function Actions({ user }: { user: User }) {
  return (
    <>
      <UserActions user={user} />
      <GiveAccessButton user={{ id: user.id, name: user.name }} isPrimary />
    </>
  )
}
