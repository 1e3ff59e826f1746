import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { copyText } from '@/kit/clipboard'
import styles from './tokens.module.css'

interface Props {
  token: string
  onClose: () => void
}

/** The token itself, shown once. The dialog does not close by a click beside it. */
export function ShownToken({ token, onClose }: Props) {
  const { t } = useTranslation('tokens')
  const copy = async () => {
    if (await copyText(token)) alerts.success(t('shown.copied'))
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
      <code className={`mono ${styles.token}`}>{token}</code>
      <Button icon={<CopyOutlined />} onClick={() => void copy()}>
        {t('shown.copy')}
      </Button>
      <p className={styles.soft}>{t('shown.use')}</p>
      <code className={`mono ${styles.token}`}>Authorization: Bearer {token.slice(0, 8)}…</code>
    </Modal>
  )
}
