import { ApiOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { usePermissionWords } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { RelativeTime, useNow } from '@/kit/time'
import type { OwnToken } from './api'
import styles from './tokens.module.css'

interface Props {
  token: OwnToken
  /** What it acts as, where it is one of the project. */
  facts?: ReactNode
  revoke: (id: number) => Promise<unknown>
}

/** A token of a list: never the token itself. */
export function TokenRow({ token, facts, revoke }: Props) {
  const { t } = useTranslation('tokens')
  const attempt = useAttempt()
  const { id, name, prefix, expires_at, last_used_at, last_used_ip } = token
  const now = useNow()
  const isExpired = Boolean(expires_at && new Date(expires_at) <= now)
  const end = () =>
    attempt(
      async () => {
        await revoke(id)
        return t('revoke.done', { name })
      },
      { title: t('revoke.title', { name }), text: t('revoke.text'), action: t('revoke.action') },
    )
  return (
    <li>
      <ApiOutlined aria-hidden />
      <span className={styles.item}>
        <strong>
          {name} {isExpired && <StatusTag tone="error">{t('expired')}</StatusTag>}
        </strong>
        <span className={styles.facts}>
          <span className="mono">{prefix}…</span>
          <Scopes scopes={token.scopes} />
          {facts}
        </span>
        <span className={styles.facts}>
          <span>
            {isExpired ? t('expiredSince') : t('expires')} <RelativeTime value={expires_at} />
          </span>
          <span>
            {last_used_at ? (
              <>
                {t('lastUsed')} <RelativeTime value={last_used_at} />
                {last_used_ip && ` · ${last_used_ip}`}
              </>
            ) : (
              t('neverUsed')
            )}
          </span>
        </span>
      </span>
      <Button danger onClick={() => void end()} aria-label={t('revoke.title', { name })}>
        {t('revoke.action')}
      </Button>
    </li>
  )
}

/** A preset by its name; of chosen rights their number, and the rights themselves in the tooltip. */
function Scopes({ scopes }: { scopes: string[] }) {
  const { t } = useTranslation('tokens')
  const { nameOf } = usePermissionWords()
  const [only] = scopes
  if (only === 'all' || only === 'read_only') return <span>{t(`options.presets.${only}`)}</span>
  return <span title={scopes.map(nameOf).join(', ')}>{t('rights', { count: scopes.length })}</span>
}
