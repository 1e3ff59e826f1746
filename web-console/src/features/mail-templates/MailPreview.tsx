import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALES, type Locale } from '@/api/profile'
import { Loading } from '@/kit/feedback'
import { errorBody } from '@/api/errors'
import { useErrorText, useServerMessage } from '@/kit/errors'
import styles from './mail-templates.module.css'
import type { MailTemplateForm } from './schema'
import { usePreview } from './usePreview'

type Device = 'desktop' | 'phone'

/** The mail with sample values, as a desk or a phone shows it. */
export function MailPreview({ values }: { values: MailTemplateForm }) {
  const { t } = useTranslation('mail-templates')
  const [device, setDevice] = useState<Device>('desktop')
  const [locale, setLocale] = useState<Locale>()
  const { preview, error, isComplete, isStale } = usePreview(values, locale ?? values.locale)
  return (
    <aside className={styles.preview} aria-label={t('preview.title')}>
      <div className={styles.previewTools}>
        <Segmented<Device>
          aria-label={t('preview.width')}
          value={device}
          onChange={setDevice}
          options={[
            { value: 'desktop', icon: <DesktopOutlined />, label: t('preview.desktop') },
            { value: 'phone', icon: <MobileOutlined />, label: t('preview.phone') },
          ]}
        />
        <Segmented<Locale>
          aria-label={t('fields.locale')}
          value={locale ?? values.locale}
          onChange={setLocale}
          options={LOCALES.map((each) => ({ value: each, label: t(`options.locales.${each}`) }))}
        />
      </div>
      {Boolean(error) && <Problem error={error} />}
      {!isComplete && <p className={styles.note}>{t('preview.incomplete')}</p>}
      {isComplete && !preview && !error && <Loading paragraph={{ rows: 8 }} />}
      {preview && (
        <div className={styles.mail} data-device={device} data-stale={isStale}>
          <p className={styles.mailSubject}>{preview.subject}</p>
          {/* No scripts, no forms, no way out: what stands in a template is anybody's. */}
          <iframe title={t('preview.title')} sandbox="" srcDoc={preview.html} />
        </div>
      )}
    </aside>
  )
}

/** Why the mail cannot be rendered: mostly a macro that does not exist. */
function Problem({ error }: { error: unknown }) {
  const errorText = useErrorText()
  const message = useServerMessage()
  const fields = Object.values(errorBody(error)?.data?.fields ?? {})
  return (
    <p role="alert" className={styles.unknown}>
      {fields.length > 0 ? fields.map(message).join('; ') : errorText(error)}
    </p>
  )
}
