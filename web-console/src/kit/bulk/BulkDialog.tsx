import { Button, Modal, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../errors'
import styles from './BulkDialog.module.css'

export interface BulkState {
  title: string
  total: number
  ended: number
  /** There once nothing is under way any more. */
  report?: {
    done: number
    failed: { name: string; error: unknown }[]
    /** Left out after a cancel. */
    skipped: number
  }
  /** Undoes what was done. */
  revert?: () => void
}

interface Props extends BulkState {
  onCancel: () => void
  onClose: () => void
}

/** How far a bulk change is, and then what of it was not done, item by item. */
export function BulkDialog({ title, total, ended, report, revert, onCancel, onClose }: Props) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const footer = report ? (
    <>
      {revert && (
        <Button
          onClick={() => {
            onClose()
            revert()
          }}
        >
          {t('undo')}
        </Button>
      )}
      <Button type="primary" onClick={onClose}>
        {t('close')}
      </Button>
    </>
  ) : (
    <Button onClick={onCancel}>{t('bulk.stop')}</Button>
  )
  return (
    <Modal
      open
      title={title}
      footer={footer}
      closable={report !== undefined}
      mask={{ closable: false }}
      onCancel={report ? onClose : onCancel}
    >
      {report ? (
        <>
          <p>{t('bulk.done', { count: report.done })}</p>
          {report.skipped > 0 && <p>{t('bulk.skipped', { count: report.skipped })}</p>}
          {report.failed.length > 0 && <p>{t('bulk.failed', { count: report.failed.length })}</p>}
          <ul className={styles.list}>
            {report.failed.map(({ name, error }, at) => (
              <li key={at}>
                <strong>{name}</strong>
                <span>{errorText(error)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <Progress percent={Math.round((ended / total) * 100)} showInfo={false} />
          <p className="tabular" role="status">
            {t('bulk.progress', { ended, total })}
          </p>
        </>
      )}
    </Modal>
  )
}
