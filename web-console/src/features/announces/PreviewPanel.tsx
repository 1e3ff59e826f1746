import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { usePreviewAnnounceMutation } from './api'
import styles from './announces.module.css'
import { announceSchema, toAnnounceBody, type AnnounceForm } from './schema'

/** How many people a draft reaches by which channel, and how the mail looks: before anything is sent. */
export default function PreviewPanel() {
  const { t } = useTranslation('announces')
  const { getValues } = useFormContext<AnnounceForm>()
  const [preview, { data, error, isLoading }] = usePreviewAnnounceMutation()
  const [parsed, setParsed] = useState(() => announceSchema.safeParse(getValues()))
  useEffect(() => {
    if (parsed.success) void preview({ announceInput: toAnnounceBody(parsed.data) })
  }, [parsed, preview])
  const ask = () => setParsed(announceSchema.safeParse(getValues()))
  if (!parsed.success) return <p>{t('preview.incomplete')}</p>
  if (error) return <ErrorState error={error} onRetry={ask} />
  if (!data || isLoading) return <Loading />
  const counts = [
    ['recipients', data.recipients],
    ['by_email', data.by_email],
    ['in_app', data.in_app],
    ['without_email', data.without_email],
  ] as const
  return (
    <div className={styles.preview}>
      <dl className={styles.counts}>
        {counts.map(([key, count]) => (
          <div key={key}>
            <dt>{t(`options.counts.${key}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <p>
        {t('preview.from', { sender: data.sender })} · <strong>{data.mail_subject}</strong>
      </p>
      {/* No scripts, no forms, no way out: what stands in it is anybody's. */}
      <iframe
        className={styles.mail}
        title={t('preview.mail')}
        sandbox=""
        srcDoc={data.mail_html}
      />
      <div>
        <Button onClick={ask}>{t('preview.renew')}</Button>
      </div>
    </div>
  )
}
