import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason, useAttempt } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import { RelativeTime } from '@/kit/time'
import {
  useListOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeOwnSessionMutation,
  type OwnSession,
} from './api'
import styles from './profile.module.css'
import { describeAgent } from './userAgent'

/** Where one is signed in, and a way to end it. */
export function SessionsTab() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useListOwnSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const revokeOthers = useRevokeOthers()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const others = data.items.filter(({ is_current }) => !is_current)
  const hasProjects = new Set(data.items.map(({ project }) => project?.id)).size > 1
  const why = others.length === 0 && t('sessions.noOthers')
  return (
    <div className={styles.sections}>
      <div className={styles.head}>
        <p>{t('sessions.text')}</p>
        <Reason why={why}>
          <Button danger disabled={Boolean(why)} onClick={() => void revokeOthers()}>
            {t('sessions.revokeOthers')}
          </Button>
        </Reason>
      </div>
      <ul className={styles.list}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} hasProjects={hasProjects} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  session: OwnSession
  /** There are sessions of several projects. */
  hasProjects: boolean
}

function SessionRow({ session, hasProjects }: RowProps) {
  const { t } = useTranslation('profile')
  const attempt = useAttempt()
  const [revoke, { isLoading }] = useRevokeOwnSessionMutation()
  const { id, is_current, ip, project, user_agent, mobile_client, created_at, refreshed_at } =
    session
  const name = mobile_client?.info || describeAgent(user_agent) || t('sessions.unknown')
  const end = () =>
    attempt(async () => {
      await revoke({ id }).unwrap()
      return t('sessions.revoked')
    })
  return (
    <li>
      {mobile_client ? <MobileOutlined aria-hidden /> : <DesktopOutlined aria-hidden />}
      <span className={styles.item} title={user_agent}>
        <strong>
          {name} {is_current && <StatusTag tone="success">{t('sessions.current')}</StatusTag>}
        </strong>
        <span className={styles.facts}>
          {hasProjects && <span>{project?.name}</span>}
          <span>{ip}</span>
          <span>
            {t('sessions.since')} <RelativeTime value={created_at} />
          </span>
          <span>
            {t('sessions.seen')} <RelativeTime value={refreshed_at ?? created_at} />
          </span>
        </span>
      </span>
      {!is_current && (
        <Button
          loading={isLoading}
          onClick={() => void end()}
          aria-label={t('sessions.revokeOf', { name })}
        >
          {t('sessions.revoke')}
        </Button>
      )}
    </li>
  )
}

function useRevokeOthers() {
  const { t } = useTranslation('profile')
  const attempt = useAttempt()
  const [revoke] = useRevokeOtherSessionsMutation()
  return async () => {
    const question = {
      title: t('sessions.revokeOthers'),
      text: t('sessions.revokeOthersText'),
      action: t('sessions.revokeOthers'),
    }
    await attempt(async () => {
      const { revoked } = await revoke({ revokeOtherSessionsRequestInput: {} }).unwrap()
      return t('sessions.revokedOthers', { count: revoked })
    }, question)
  }
}
