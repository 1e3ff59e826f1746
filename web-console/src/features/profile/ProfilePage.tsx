import { BellOutlined } from '@ant-design/icons'
import { Tabs } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { loadOwnTokens } from '@/features/tokens'
import { LinkButton, Page } from '@/kit/page'
import { Loading } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import { AccountTab } from './AccountTab'
import { GeneralTab } from './GeneralTab'
import { SecurityTab } from './SecurityTab'
import { SessionsTab } from './SessionsTab'

const OwnTokens = lazy(loadOwnTokens)

/** One's own record: data, looks, ways to sign in, and where one is signed in. */
export default function ProfilePage() {
  const { t } = useTranslation('profile')
  const profile = useProfile()
  const [params, setParams] = useSearchParams()
  if (!profile) return null
  return (
    <Page
      title={t('title')}
      note={[profile.role?.name, ...profile.domains.map(({ name }) => name)]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <LinkButton icon={<BellOutlined aria-hidden />} to="/notifications/settings">
          {t('notifications')}
        </LinkButton>
      }
    >
      <Tabs
        activeKey={params.get('tab') ?? 'general'}
        onChange={(tab) => setParams(tab === 'general' ? {} : { tab }, { replace: true })}
        destroyOnHidden
        items={[
          { key: 'general', label: t('general'), children: <GeneralTab profile={profile} /> },
          { key: 'security', label: t('security.title'), children: <SecurityTab /> },
          { key: 'sessions', label: t('sessions.title'), children: <SessionsTab /> },
          {
            key: 'tokens',
            label: t('tokens'),
            children: (
              <Suspense fallback={<Loading />}>
                <OwnTokens />
              </Suspense>
            ),
          },
          { key: 'account', label: t('account.title'), children: <AccountTab /> },
        ]}
      />
    </Page>
  )
}
