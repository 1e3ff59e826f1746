import { DeleteOutlined, PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { Reason } from '@/kit/feedback'
import { useReadOnly } from '@/kit/form'
import styles from './branding.module.css'
import { CropDialog } from './CropDialog'

/** Where a logo is kept: a group's, or the project's. */
export interface LogoCalls {
  set: (image: Blob) => Promise<unknown>
  remove: () => Promise<unknown>
}

interface Props {
  /** Path of the saved picture. */
  logo: string | null | undefined
  calls: LogoCalls
}

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp']
const MAX_BYTES = 10 * 1024 * 1024

/** The logo: chosen, cropped and saved at once, apart from the rest of the form. */
export function LogoField({ logo, calls }: Props) {
  const { t } = useTranslation('branding')
  const errorText = useErrorText()
  const readOnly = useReadOnly()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (!ACCEPTED.includes(chosen.type)) alerts.error(t('logo.wrongType'))
    else if (chosen.size > MAX_BYTES) alerts.error(t('logo.tooLarge'))
    else setFile(chosen)
  }
  const attempt = async (call: Promise<unknown>, text: string) => {
    try {
      await call
      alerts.success(text)
      setFile(undefined)
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <div className={styles.logo}>
      <span className={styles.logoLabel}>{t('logo.label')}</span>
      <div className={styles.logoRow}>
        <span className={styles.logoBox}>
          {logo ? <img src={logo} alt={t('logo.saved')} /> : <PictureOutlined aria-hidden />}
        </span>
        <div className={styles.logoActions}>
          <Reason why={readOnly}>
            <Button disabled={Boolean(readOnly)} onClick={() => input.current?.click()}>
              {logo ? t('logo.replace') : t('logo.choose')}
            </Button>
          </Reason>
          {logo && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              disabled={Boolean(readOnly)}
              onClick={() => void attempt(calls.remove(), t('logo.removed'))}
            >
              {t('logo.remove')}
            </Button>
          )}
          <small>{t('logo.hint')}</small>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED.join(',')}
        hidden
        aria-label={t('logo.choose')}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {file && (
        <CropDialog
          file={file}
          onCrop={(image) => attempt(calls.set(image), t('logo.kept'))}
          onClose={() => setFile(undefined)}
        />
      )}
    </div>
  )
}
