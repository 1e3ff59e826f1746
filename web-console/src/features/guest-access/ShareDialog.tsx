import {
  CheckOutlined,
  CopyOutlined,
  ExportOutlined,
  MailOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Button, Modal, QRCode, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { copyText } from '@/kit/clipboard'
import { ErrorState, Loading } from '@/kit/feedback'
import { useGuestKey, type GuestKey } from './api'
import { SendMail } from './SendMail'
import styles from './guest-access.module.css'
import { mailAddress } from './share'
import { useKeyWords } from './useKeyWords'

interface Props {
  /** The key to share; undefined: closed. */
  id: number | undefined
  onClose: () => void
}

/** Everything by which a key reaches its guest. */
export function ShareDialog({ id, onClose }: Props) {
  const { t } = useTranslation('guest-access')
  const { currentData: key, error, refetch } = useGuestKey(id ?? 0, { skip: id === undefined })
  return (
    <Modal
      open={id !== undefined}
      onCancel={onClose}
      title={key ? t('share.title', { name: key.name }) : t('share.action')}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('share.done')}
        </Button>
      }
      width={480}
      destroyOnHidden
    >
      {key ? (
        <ShareSheet guestKey={key} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading paragraph={{ rows: 6 }} />
      )}
    </Modal>
  )
}

function ShareSheet({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const { sentence } = useKeyWords()
  const { link, name, kind, value } = guestKey
  if (link === '') return <p>{t('share.notOwn')}</p>
  const text = [guestKey.message, t('share.text', { link })].filter(Boolean).join('\n\n')
  return (
    <div className={styles.share}>
      <p>{sentence(guestKey)}</p>
      {(kind === 'access_code' || kind === 'license_plate') && (
        <p className={styles.code}>{value}</p>
      )}
      <div className={styles.link}>
        <a href={link} target="_blank" rel="noreferrer" title={t('share.openPage')}>
          <span>{link}</span> <ExportOutlined aria-hidden />
        </a>
      </div>
      <div className={styles.ways}>
        <CopyButton text={link} />
        {'share' in navigator && (
          <Button
            icon={<ShareAltOutlined />}
            onClick={() => {
              // Who closes the system's sheet has not failed.
              navigator
                .share({ title: name, text: guestKey.message, url: link })
                .catch(() => undefined)
            }}
          >
            {t('share.system')}
          </Button>
        )}
        <Button icon={<MailOutlined />} href={mailAddress(name, text)}>
          {t('share.mail')}
        </Button>
      </div>
      <SendMail guestKey={guestKey} />
      <Codes guestKey={guestKey} />
      <p className={styles.soft}>{t('share.warning')}</p>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('guest-access')
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const isDone = await copyText(text)
    setCopied(isDone)
    if (!isDone) alerts.error(t('share.notCopied'))
  }
  return (
    <Button
      type="primary"
      icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
      onClick={() => void copy()}
    >
      {t(isCopied ? 'share.copied' : 'share.copy')}
    </Button>
  )
}

/** For the guest's camera: the link. For the reader at the door, on paper: the key itself. */
function Codes({ guestKey: { kind, link, value } }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const [which, setWhich] = useState<'link' | 'door'>('link')
  const hasDoor = kind === 'qr' && value !== ''
  const isDoor = hasDoor && which === 'door'
  return (
    <div className={styles.codes}>
      {hasDoor && (
        <Segmented
          aria-label={t('share.whichCode')}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'link', label: t('share.forCamera') },
            { value: 'door', label: t('share.forDoor') },
          ]}
        />
      )}
      <div
        className={styles.qr}
        role="img"
        aria-label={t(isDoor ? 'share.doorCode' : 'share.linkCode')}
      >
        <div aria-hidden>
          <QRCode
            value={isDoor ? value : link}
            size={184}
            type="svg"
            errorLevel="M"
            color="#000000"
            bgColor="#ffffff"
            bordered={false}
          />
        </div>
      </div>
      <p className={styles.soft}>{t(isDoor ? 'share.doorText' : 'share.linkText')}</p>
    </div>
  )
}
