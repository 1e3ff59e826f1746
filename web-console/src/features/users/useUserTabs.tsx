import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { callHistoryScreen, LatestCalls } from '@/features/call-history'
import { loadUserLicense, VIEW_USER } from '@/features/licenses'
import { OwnNumbers, sipNumbers } from '@/features/sip-numbers'
import { Later, type FormTab } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import type { User } from './api'
import { LinkedUserFields } from './LinkedUserFields'
import { MarkerFields } from './MarkerFields'
import { MobileClients } from './MobileClients'
import { userSchema } from './schema'
import { AccountFields, PersonFields, RightsFields } from './UserFields'
import { UserIdentifiers } from './UserIdentifiers'
import { UserPicture } from './UserPicture'

// Fetched when it is opened: the form needs none of its logs.
const UserOverview = lazy(() => import('./UserOverview'))
const UserLicense = lazy(loadUserLicense)

/** The tab that is no part of the form. */
export const OVERVIEW = 'overview'

const RIGHTS = ['role', 'domains']
const ACCOUNT = ['email', 'login', 'password', 'send_registration_link']
const ELSEWHERE = new Set([...RIGHTS, ...ACCOUNT, 'markers', 'linked_users'])
const PERSON = Object.keys(userSchema.shape).filter((name) => !ELSEWHERE.has(name))

interface Options {
  id: Id | undefined
  user: User | undefined
  readOnly: string | false
  /** Key of the open tab. */
  open: string
}

/** The tabs of a user's form; what hangs on a saved user is there once there is one. */
export function useUserTabs({ id, user, readOnly, open }: Options): FormTab[] {
  const { t } = useTranslation('users')
  const phone = usePhoneTabs(id, open)
  const marked: FormTab[] = [
    {
      key: 'markers',
      label: t('fields.markers'),
      fields: ['markers'],
      content: <MarkerFields readOnly={readOnly} />,
    },
    {
      key: 'linked',
      label: t('fields.linked_users'),
      fields: ['linked_users'],
      content: <LinkedUserFields userId={id} readOnly={readOnly} />,
    },
  ]
  // Whoever adds somebody finds all that is needed on one page.
  if (id === undefined) {
    const content = (
      <>
        <PersonFields readOnly={readOnly} />
        <Later>
          <RightsFields readOnly={readOnly} />
          <AccountFields readOnly={readOnly} userId={undefined} />
        </Later>
      </>
    )
    const fields = [...PERSON, ...RIGHTS, ...ACCOUNT]
    return [{ key: 'general', label: t('general'), fields, content }, ...marked]
  }
  return [
    {
      key: OVERVIEW,
      label: t('overview.title'),
      fields: [],
      isView: true,
      content: user && open === OVERVIEW && (
        <Suspense fallback={<Loading />}>
          <UserOverview user={user} />
        </Suspense>
      ),
    },
    {
      key: 'general',
      label: t('general'),
      fields: PERSON,
      content: (
        <>
          {user && <UserPicture user={user} readOnly={readOnly} />}
          <PersonFields readOnly={readOnly} />
        </>
      ),
    },
    {
      key: 'rights',
      label: t('sections.rights'),
      fields: RIGHTS,
      content: <RightsFields readOnly={readOnly} />,
    },
    {
      key: 'security',
      label: t('sections.account'),
      fields: ACCOUNT,
      content: <AccountFields readOnly={readOnly} userId={id} />,
    },
    ...marked,
    {
      key: 'identifiers',
      label: t('identifiers.title'),
      fields: [],
      isView: true,
      content: <UserIdentifiers userId={id} />,
    },
    {
      key: 'clients',
      label: t('clients.title'),
      fields: [],
      isView: true,
      content: <MobileClients userId={id} readOnly={readOnly} />,
    },
    ...phone,
  ]
}

/** Numbers and calls of a user; each is asked for when its tab is open. */
function usePhoneTabs(id: Id | undefined, open: string): FormTab[] {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  if (id === undefined) return []
  const tabs: FormTab[] = []
  if (meets(VIEW_USER)) {
    tabs.push({
      key: 'licenses',
      label: t('licenses'),
      fields: [],
      isView: true,
      content: open === 'licenses' && (
        <Suspense fallback={<Loading />}>
          <UserLicense id={id} />
        </Suspense>
      ),
    })
  }
  if (meets(sipNumbers.can.read)) {
    tabs.push({
      key: 'numbers',
      label: t('phone.numbers'),
      fields: [],
      isView: true,
      content: open === 'numbers' && <OwnNumbers userId={id} />,
    })
  }
  if (meets(callHistoryScreen.need)) {
    tabs.push({
      key: 'calls',
      label: t('phone.calls'),
      fields: [],
      isView: true,
      content: open === 'calls' && <LatestCalls userId={id} />,
    })
  }
  return tabs
}
