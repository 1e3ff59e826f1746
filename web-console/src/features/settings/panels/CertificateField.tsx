import { Button } from 'antd'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { Reason } from '@/kit/feedback'
import { useReadOnly } from '@/kit/form'
import styles from '../settings.module.css'
import { MAX_CERTIFICATE, type PushForm } from './push'

const PEM = /-----BEGIN [A-Z ]+-----/

/** A certificate as a file; what is saved shows by its name only. */
export function CertificateField() {
  const { t } = useTranslation('settings')
  const { setValue } = useFormContext<PushForm>()
  const [file, name] = useWatch<PushForm, ['cert_file', 'cert_file_name']>({
    name: ['cert_file', 'cert_file_name'],
  })
  const readOnly = useReadOnly()
  const input = useRef<HTMLInputElement>(null)
  const set = (text: string, fileName: string) => {
    setValue('cert_file', text, { shouldDirty: true })
    setValue('cert_file_name', fileName, { shouldDirty: true })
  }
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const text = chosen.size <= MAX_CERTIFICATE ? await chosen.text() : ''
    if (PEM.test(text)) set(text, chosen.name)
    else alerts.error(t('push.wrongCertificate'))
  }
  return (
    <div className={styles.certificate}>
      <span>{t('push.certificate')}</span>
      <div>
        {file && <span className="mono">{name || t('push.unnamed')}</span>}
        <Reason why={readOnly}>
          <Button disabled={Boolean(readOnly)} onClick={() => input.current?.click()}>
            {file ? t('push.replace') : t('push.choose')}
          </Button>
        </Reason>
        {file && (
          <Button type="text" disabled={Boolean(readOnly)} onClick={() => set('', '')}>
            {t('push.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".pem,.crt,.cer,.p8,application/x-pem-file"
        hidden
        aria-label={t('push.choose')}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
