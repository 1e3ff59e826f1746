import { FileExcelOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Upload } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CardReading } from '@/api/generated/files'
import type { ImportAction } from '@/api/generated/identifiers'
import { alerts } from '@/kit/alerts'
import { Page } from '@/kit/page'
import { pathsOf } from '@/kit/resource'
import { ImportReadings } from './ImportReadings'
import { ImportResult } from './ImportResult'
import { identifiersEntity } from './entity'
import { useIdentifierImport } from './useIdentifierImport'
import styles from './ImportPage.module.css'

const MAX_BYTES = 64 * 1024 * 1024

/** Identifiers of another system from a table: looked at first, then made, all of them or none. */
export default function IdentifierImportPage() {
  const { t } = useTranslation('identifiers')
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const job = useIdentifierImport()

  const take = (chosen: File) => {
    if (!/\.(xlsx|csv)$/i.test(chosen.name)) alerts.error(t('import.type'))
    else if (chosen.size > MAX_BYTES) alerts.error(t('import.tooLarge'))
    else {
      setFile(chosen)
      void job.look(chosen, 'auto')
    }
    // Nothing is sent by the control itself.
    return Upload.LIST_IGNORE
  }
  const choose = (reading: CardReading) => void (file && job.look(file, reading))
  const run = async (action: ImportAction, isResumed?: boolean) => {
    const done = await job.run(action, isResumed)
    if (!done) return
    alerts.success(t('import.done', { count: done.created, replaced: done.replaced }))
    // What is done while the person is elsewhere is told there, and takes them nowhere.
    if (job.isInView()) void navigate(`${pathsOf(identifiersEntity).list}?sort=-created_at`)
  }
  const { begun } = job
  const resume = useEffectEvent((action: ImportAction) => void run(action, true))
  useEffect(() => {
    if (begun) resume(begun)
  }, [begun])
  const fileName = file?.name ?? job.fileName
  return (
    <Page title={t('import.title')} note={t('import.note')}>
      <div className={styles.steps}>
        <section className={styles.step}>
          <h2>{t('import.file')}</h2>
          <Upload.Dragger
            accept=".xlsx,.csv"
            showUploadList={false}
            beforeUpload={take}
            disabled={job.isLoading || job.isCarrying}
          >
            <p className={styles.icon} aria-hidden>
              {fileName ? <FileExcelOutlined /> : <InboxOutlined />}
            </p>
            <p>
              <strong>{fileName ?? t('import.drop')}</strong>
            </p>
            <p className={styles.hint}>{fileName ? t('import.another') : t('import.limits')}</p>
          </Upload.Dragger>
          <p className={styles.hint}>{t('import.headings')}</p>
          {job.isKept && (
            <Alert
              type="info"
              showIcon
              title={t(job.isCarrying ? 'import.resumed' : 'import.kept')}
            />
          )}
        </section>
        <ImportReadings job={job} onChoose={choose} />
        <ImportResult job={job} onRun={(action) => void run(action)} />
      </div>
    </Page>
  )
}
