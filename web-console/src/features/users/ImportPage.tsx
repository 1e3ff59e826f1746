import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { alerts } from '@/kit/alerts'
import { Page } from '@/kit/page'
import { pathsOf } from '@/kit/resource'
import { ImportFile } from './ImportFile'
import { ImportOptions } from './ImportOptions'
import { ImportResult } from './ImportResult'
import { users } from './resource'
import { useImport } from './useImport'
import styles from './ImportPage.module.css'

/** Many users from a table: looked at first, then made, all of them or none. */
export default function ImportPage() {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const job = useImport()

  const run = async (isDryRun: boolean) => {
    if (!file) return
    const created = await job.run(file, isDryRun)
    if (created === undefined) return
    alerts.success(t('import.done', { count: created }))
    void navigate(`${pathsOf(users).list}?sort=-created_at`)
  }
  return (
    <Page title={t('import.title')} note={t('import.note')}>
      <div className={styles.steps}>
        <ImportFile
          file={file}
          isLocked={job.isLoading}
          onChange={(next) => {
            setFile(next)
            job.reset()
          }}
        />
        <ImportOptions options={job.options} isLocked={job.isLoading} onChange={job.setOptions} />
        <ImportResult job={job} hasFile={Boolean(file)} onRun={(isDry) => void run(isDry)} />
      </div>
    </Page>
  )
}
