import { StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorState, Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { mayRevokeKeys } from './access'
import { useKey } from './api'
import { KeyDetails } from './KeyDetails'
import { useKeyRevocation } from './useKeyRevocation'

/** A key: nothing of it is edited, it is revoked. */
export default function Ukey2KeyPage() {
  const { t } = useTranslation('ukey2')
  const { id } = useParams()
  const { meets } = useCan()
  const { data: ukey, error, refetch } = useKey(Number(id))
  const { revokeKey, isRevoked } = useKeyRevocation()
  if (error && !ukey) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!ukey) return <Loading />
  const revoke = meets(mayRevokeKeys) && !isRevoked(ukey) && (
    <Button danger icon={<StopOutlined />} onClick={() => revokeKey(ukey)}>
      {t('revocation.action')}
    </Button>
  )
  return (
    <Page title={ukey.name} note={t('view')} actions={revoke}>
      <KeyDetails ukey={ukey} />
    </Page>
  )
}
