import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { address, useDownload } from '@/kit/files'
import { useIdentifier } from './api'
import styles from './identifiers.module.css'
import { QrPicture, qrPathOf } from './QrPicture'
import { WalletButtons } from './WalletButtons'

const FORMATS = ['png', 'svg'] as const
/** Pixels, of the file, which may be printed. */
const SAVED = 2048

/** The code of a QR identifier: to show to a reader, and to keep. */
export default function QrDialog({ id, onClose }: { id: Id; onClose: () => void }) {
  const { t } = useTranslation('identifiers')
  const { data: identifier } = useIdentifier(id)
  const [save, isSaving] = useDownload()
  const name = identifier?.name ?? ''
  return (
    <Modal
      open
      title={t('qr.title', { name })}
      width={400}
      onCancel={onClose}
      footer={FORMATS.map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined />}
          loading={isSaving}
          onClick={() =>
            void save(address(qrPathOf(id), { format, size: SAVED }), `${name}.${format}`)
          }
        >
          {format.toUpperCase()}
        </Button>
      ))}
    >
      <QrPicture id={id} alt={t('qr.alt', { name })} />
      <p className={styles.qrText}>{t('qr.text')}</p>
      <WalletButtons id={id} name={name} />
    </Modal>
  )
}
