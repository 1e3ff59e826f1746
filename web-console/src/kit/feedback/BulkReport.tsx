import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useServerMessage } from '../errors'
import type { summarise } from './bulk'
import styles from './BulkReport.module.css'

interface Props {
  report: ReturnType<typeof summarise> | null
  onClose: () => void
}

/** What a bulk call could not do, item by item; nothing when all of it was done. */
export function BulkReport({ report, onClose }: Props) {
  const { t } = useTranslation()
  const message = useServerMessage()
  const failed = report?.failed ?? []
  return (
    <Modal
      open={failed.length > 0}
      onCancel={onClose}
      footer={null}
      title={t('bulk.failed', { count: failed.length })}
    >
      <p>{t('bulk.done', { count: report?.done ?? 0 })}</p>
      <ul className={styles.list}>
        {failed.map(({ id, name, message: why }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{message(why)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
