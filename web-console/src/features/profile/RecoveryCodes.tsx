import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { saveBlob } from '@/kit/files'
import styles from './profile.module.css'

interface Props {
  codes: string[]
  onClose: () => void
}

/** The recovery codes, shown once. The dialog does not close by a click beside it. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('profile')
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => alerts.success(t('codes.copied')),
      () => alerts.error(t('codes.notCopied')),
    )
  return (
    <Modal
      open
      title={t('codes.title')}
      width={440}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      cancelButtonProps={{ hidden: true }}
      okText={t('codes.kept')}
      onOk={onClose}
    >
      <Alert type="warning" showIcon title={t('codes.once')} />
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        {/* Without a secure connection there is no clipboard. */}
        {'clipboard' in navigator && (
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('codes.copy')}
          </Button>
        )}
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
          }
        >
          {t('codes.download')}
        </Button>
      </div>
    </Modal>
  )
}
