import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { useListOwnTokensQuery, useRevokeOwnTokenMutation } from './api'
import { OwnTokenDialog } from './OwnTokenDialog'
import { ShownToken } from './ShownToken'
import { TokenRow } from './TokenRow'
import styles from './tokens.module.css'
import { useTokenDialog } from './useTokenDialog'

/** One's own tokens, by which programs act as oneself. */
export function OwnTokens() {
  const { t } = useTranslation('tokens')
  const { data, error, refetch } = useListOwnTokensQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [revoke] = useRevokeOwnTokenMutation()
  const dialog = useTokenDialog()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={styles.sections}>
      <div className={styles.head}>
        <p>{t('text')}</p>
        <Button icon={<PlusOutlined />} onClick={dialog.open}>
          {t('add')}
        </Button>
      </div>
      {data.items.length === 0 && <p className={styles.soft}>{t('empty')}</p>}
      {data.items.length > 0 && (
        <ul className={styles.list}>
          {data.items.map((token) => (
            <TokenRow key={token.id} token={token} revoke={(id) => revoke({ id }).unwrap()} />
          ))}
        </ul>
      )}
      {dialog.isOpen && <OwnTokenDialog onMade={dialog.setMade} onClose={dialog.close} />}
      {dialog.made && <ShownToken token={dialog.made} onClose={() => dialog.setMade('')} />}
    </div>
  )
}
