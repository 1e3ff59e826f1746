import { DownloadOutlined, WalletOutlined } from '@ant-design/icons'
import { Button, Modal, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import type { Id } from '@/api/types'
import { ErrorState } from '@/kit/feedback'
import { address, useDownload, useFileUrl } from '@/kit/files'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useIdentifier, useWalletLink, useWallets } from './api'
import styles from './identifiers.module.css'

const FORMATS = ['png', 'svg'] as const
/** Pixels: of the picture on the page, and of the file, which may be printed. */
const SHOWN = 512
const SAVED = 2048

const pathOf = (id: Id) => `${API_BASE}/identifiers/${id}/qr`

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
            void save(address(pathOf(id), { format, size: SAVED }), `${name}.${format}`)
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

function QrPicture({ id, alt }: { id: Id; alt: string }) {
  const { url, error } = useFileUrl(address(pathOf(id), { format: 'svg', size: SHOWN }))
  if (error) return <ErrorState error={error} />
  if (!url) return <Skeleton.Node active className={styles.qr} />
  return <img className={styles.qr} src={url} alt={alt} />
}

/** Of the wallets that the project has passes for. */
function WalletButtons({ id, name }: { id: Id; name: string }) {
  const { t } = useTranslation('identifiers')
  const errorText = useErrorText()
  const { data: wallets } = useWallets()
  const [save, isSaving] = useDownload()
  const [findLink, { isFetching }] = useWalletLink()
  const openGoogle = async () => {
    try {
      const { url } = await findLink({ id }).unwrap()
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <div className={styles.wallets}>
      {wallets?.apple && (
        <Button
          icon={<WalletOutlined />}
          loading={isSaving}
          onClick={() =>
            void save(address(`${API_BASE}/identifiers/${id}/pkpass`, {}), `${name}.pkpass`)
          }
        >
          {t('wallet.apple')}
        </Button>
      )}
      {wallets?.google && (
        <Button icon={<WalletOutlined />} loading={isFetching} onClick={() => void openGoogle()}>
          {t('wallet.google')}
        </Button>
      )}
    </div>
  )
}
