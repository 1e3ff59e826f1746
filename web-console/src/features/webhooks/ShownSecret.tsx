import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { copyText } from '@/kit/clipboard'
import styles from './webhooks.module.css'

interface Props {
  secret: string
  onClose: () => void
}

/** A secret, shown once. The dialog does not close by a click beside it. */
export function ShownSecret({ secret, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const copy = async () => {
    if (await copyText(secret)) alerts.success(t('shown.copied'))
    else alerts.error(t('shown.notCopied'))
  }
  return (
    <Modal
      open
      title={t('shown.title')}
      width={560}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      cancelButtonProps={{ hidden: true }}
      okText={t('shown.kept')}
      onOk={onClose}
    >
      <Alert type="warning" showIcon title={t('shown.once')} />
      <code className={`mono ${styles.secret}`}>{secret}</code>
      <Button icon={<CopyOutlined />} onClick={() => void copy()}>
        {t('shown.copy')}
      </Button>
      <p className={styles.soft}>{t('shown.use')}</p>
    </Modal>
  )
}
