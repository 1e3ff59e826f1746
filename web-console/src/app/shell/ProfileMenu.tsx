import { ApiOutlined, LogoutOutlined, SwapOutlined, UserOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSessions } from '@/api/session'
import { Avatar } from '@/kit/avatar'
import { useProfile } from '@/kit/permissions'
import styles from './ProfileMenu.module.css'
import { useLogout } from './useLogout'

export function ProfileMenu() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const profile = useProfile()
  const hasProjects = useSessions().length > 1
  const logout = useLogout()
  const name = profile?.name ?? ''

  const run: Record<string, () => void> = {
    profile: () => void navigate('/profile'),
    project: () => void navigate('/choose-project'),
    logout: () => void logout(),
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        onClick: ({ key }) => run[key]?.(),
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <span className={styles.who}>
                <strong>{name}</strong>
                <span>{profile?.email}</span>
                <span>{profile?.role?.name}</span>
              </span>
            ),
          },
          { type: 'divider' },
          { key: 'profile', icon: <UserOutlined />, label: t('goToProfile') },
          ...(hasProjects
            ? [{ key: 'project', icon: <SwapOutlined />, label: t('changeProject') }]
            : []),
          // A page beside the console: it has an address of its own and needs no session.
          {
            key: 'api',
            icon: <ApiOutlined />,
            label: (
              <a href="/api-reference" target="_blank" rel="noreferrer">
                {t('apiReference')}
              </a>
            ),
          },
          { key: 'logout', icon: <LogoutOutlined />, label: t('logout') },
        ],
      }}
    >
      <button type="button" className={styles.button} aria-label={t('profileOf', { name })}>
        <Avatar name={name} url={profile?.avatar_url} />
      </button>
    </Dropdown>
  )
}
