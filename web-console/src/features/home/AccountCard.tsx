import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '@/api/profile'
import { Avatar } from '@/kit/avatar'
import { DashboardCard } from './DashboardCard'
import styles from './home.module.css'

/** Who is signed in, as what and where. */
export function AccountCard() {
  const { t } = useTranslation('home')
  const { data, isLoading, error } = useGetProfileQuery()
  return (
    <DashboardCard
      title={t('account')}
      isLoading={isLoading}
      error={error}
      link={{ to: '/profile', text: t('toProfile') }}
    >
      {data && (
        <div className={styles.account}>
          <Avatar name={data.name} url={data.avatar_url} size={44} />
          <div>
            <strong>{data.name}</strong>
            <span>{data.email}</span>
          </div>
          <dl>
            <dt>{t('role')}</dt>
            <dd>{data.role?.name}</dd>
            <dt>{t('project')}</dt>
            <dd>{data.project?.name}</dd>
            <dt>{t('groups')}</dt>
            <dd>{data.domains.map(({ name }) => name).join(', ') || t('allGroups')}</dd>
          </dl>
        </div>
      )}
    </DashboardCard>
  )
}
