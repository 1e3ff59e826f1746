import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { useListServiceTokensQuery, useRevokeServiceTokenMutation, type ServiceToken } from './api'
import { ServiceTokenDialog } from './ServiceTokenDialog'
import { ShownToken } from './ShownToken'
import { TokenRow } from './TokenRow'
import styles from './tokens.module.css'
import { useTokenDialog } from './useTokenDialog'

/** The project's tokens: programs that act for the project, and not for one of its people. */
export function ServiceTokensPanel() {
  const { t } = useTranslation('tokens')
  const { data, error, refetch } = useListServiceTokensQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [revoke] = useRevokeServiceTokenMutation()
  const dialog = useTokenDialog()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={styles.sections}>
      <div className={styles.head}>
        <div>
          <h2>{t('service.title')}</h2>
          <p>{t('service.text')}</p>
        </div>
        <Button icon={<PlusOutlined />} onClick={dialog.open}>
          {t('service.add')}
        </Button>
      </div>
      {data.items.length === 0 && <p className={styles.soft}>{t('service.empty')}</p>}
      {data.items.length > 0 && (
        <ul className={styles.list}>
          {data.items.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              facts={<ActsAs token={token} />}
              revoke={(id) => revoke({ id }).unwrap()}
            />
          ))}
        </ul>
      )}
      {dialog.isOpen && <ServiceTokenDialog onMade={dialog.setMade} onClose={dialog.close} />}
      {dialog.made && <ShownToken token={dialog.made} onClose={() => dialog.setMade('')} />}
    </div>
  )
}

function ActsAs({ token: { role, domains, created_by_user } }: { token: ServiceToken }) {
  const { t } = useTranslation('tokens')
  const names = domains.map(({ name }) => name || t('hiddenGroup'))
  return (
    <>
      <span>
        {t('fields.role')}: {role?.name}
      </span>
      <span>
        {t('fields.groups')}: {names.join(', ') || t('noGroups')}
      </span>
      {created_by_user && (
        <span>
          {t('madeBy')} {created_by_user.name}
        </span>
      )}
    </>
  )
}
