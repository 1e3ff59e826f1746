import { MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { EmptyState, ErrorState, Loading, Reason, useAttempt } from '@/kit/feedback'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import { useDeleteMobileClientMutation, useListMobileClientsQuery } from './api'
import styles from './users.module.css'

interface Props {
  userId: Id
  readOnly: string | false
}

/** Installations of the mobile application in which a user is signed in. */
export function MobileClients({ userId, readOnly }: Props) {
  const { t } = useTranslation('users')
  const { data, error, refetch } = useListMobileClientsQuery({ id: userId })
  const signOut = useSignOut(userId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={MobileOutlined}
        title={t('clients.emptyTitle')}
        text={t('clients.emptyText')}
      />
    )
  }
  return (
    <ul className={styles.clients}>
      {data.items.map((client) => (
        <li key={client.id}>
          <Details
            rows={[
              [t('clients.platform'), client.platform],
              [t('clients.info'), client.info],
              [t('clients.authAt'), <ExactTime key="at" value={client.auth_at} />],
              [
                t('clients.vendor'),
                <span key="vendor" className="mono">
                  {client.vendor_id}
                </span>,
              ],
              [t('clients.sip'), client.sip_number],
              ['Ukey2', client.ukey2],
            ]}
          />
          <Reason why={readOnly}>
            <Button
              danger
              disabled={Boolean(readOnly)}
              onClick={() => void signOut(client.id, client.info || client.platform)}
            >
              {t('clients.signOut')}
            </Button>
          </Reason>
        </li>
      ))}
    </ul>
  )
}

function useSignOut(id: Id) {
  const { t } = useTranslation('users')
  const attempt = useAttempt()
  const [remove] = useDeleteMobileClientMutation()
  return async (clientId: Id, name: string) => {
    const question = {
      title: t('clients.sure', { name }),
      text: t('clients.sureText'),
      action: t('clients.signOut'),
    }
    await attempt(async () => {
      await remove({ id, clientId }).unwrap()
      return t('clients.done', { name })
    }, question)
  }
}
