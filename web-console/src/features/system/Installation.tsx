import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import { RelativeTime, useNow } from '@/kit/time'
import { useInstallation, type CertificateEnd, type FileStorage } from './api'
import { certificateTone, sizeText } from './figures'
import styles from './system.module.css'

/** What is the operator's alone: files and their disk, ends of certificates. Asked once, since it is counted anew. */
export function Installation() {
  const { t } = useTranslation('system')
  const { data, error, isFetching, refetch } = useInstallation()
  return (
    <>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading paragraph={{ rows: 4 }} />}
      {data && (
        <>
          {data.files && <Files files={data.files} />}
          <section aria-label={t('certificates')}>
            <h2 className={styles.heading}>{t('certificates')}</h2>
            <ul className={styles.services}>
              {data.certificates.map((end) => (
                <Certificate key={`${end.use} ${end.name}`} end={end} />
              ))}
            </ul>
            <p className={styles.hint}>{t('certificatesHint')}</p>
          </section>
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {t('countAgain')}
          </Button>
        </>
      )}
    </>
  )
}

function Files({ files }: { files: FileStorage }) {
  const { t, i18n } = useTranslation('system')
  const size = (bytes: number) => sizeText(bytes, i18n.language)
  const { disk_bytes: disk, free_disk_bytes: free } = files
  return (
    <section aria-label={t('files')}>
      <h2 className={styles.heading}>{t('files')}</h2>
      {files.message && <Alert type="warning" showIcon title={t('filesUnknown')} />}
      {disk !== null && free !== null && (
        <div className={styles.disk}>
          <span>{t('disk', { free: size(free), total: size(disk) })}</span>
          <Progress
            percent={Math.round(((disk - free) / disk) * 100)}
            status={free / disk < 0.1 ? 'exception' : 'normal'}
            aria-label={t('diskUsed')}
          />
        </div>
      )}
      <dl className={styles.figures}>
        {files.folders.map(({ name, files: count, bytes }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {size(bytes)}
              <small>{t('filesIn', { count })}</small>
            </dd>
          </div>
        ))}
      </dl>
      {!files.message && files.folders.length === 0 && (
        <p className={styles.hint}>{t('noFiles')}</p>
      )}
      {!files.is_complete && !files.message && <p className={styles.hint}>{t('moreFiles')}</p>}
    </section>
  )
}

function Certificate({ end }: { end: CertificateEnd }) {
  const { t } = useTranslation('system')
  const tone = certificateTone(end.expires_at, useNow().getTime())
  return (
    <li>
      <span className={styles.name}>
        <b>{end.use && t(`options.certificates.${end.use}`)}</b>
        <small className="mono">{end.name}</small>
      </span>
      <StatusTag tone={tone}>{t(`options.validity.${tone}`)}</StatusTag>
      {end.expires_at ? <RelativeTime value={end.expires_at} /> : <span>{end.message}</span>}
    </li>
  )
}
