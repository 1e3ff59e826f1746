import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason, useAttempt } from '@/kit/feedback'
import { useDeleteFromWhitelistMutation, useListWhitelistQuery, type WhitelistEntry } from './api'
import styles from './ip-blocking.module.css'
import { WhitelistDialog } from './WhitelistDialog'

/** Addresses and networks that are never banned. */
export function Whitelist({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('ip-blocking')
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useListWhitelistQuery()
  const remove = useRemove()
  return (
    <section className={styles.section} aria-label={t('whitelist.title')}>
      <div className={styles.head}>
        <h2>{t('whitelist.title')}</h2>
        <Reason why={readOnly}>
          <Button
            icon={<PlusOutlined />}
            disabled={Boolean(readOnly)}
            onClick={() => setOpen(true)}
          >
            {t('whitelist.add')}
          </Button>
        </Reason>
      </div>
      <p className={styles.note}>{t('whitelist.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading title={false} />}
      {data && data.items.length > 0 && (
        <ul className={styles.list}>
          {data.items.map((entry) => (
            <li key={entry.id}>
              <span className="mono">{entry.address}</span>
              <span>{entry.description}</span>
              <Reason why={readOnly}>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  disabled={Boolean(readOnly)}
                  aria-label={t('whitelist.remove', { address: entry.address })}
                  onClick={() => void remove(entry)}
                />
              </Reason>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <WhitelistDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function useRemove() {
  const { t } = useTranslation('ip-blocking')
  const attempt = useAttempt()
  const [remove] = useDeleteFromWhitelistMutation()
  return ({ id, address }: WhitelistEntry) =>
    attempt(async () => {
      await remove({ id }).unwrap()
      return t('whitelist.removed', { address })
    })
}
