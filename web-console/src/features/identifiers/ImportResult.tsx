import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ImportAction } from '@/api/generated/identifiers'
import { RowErrors } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { identifiersEntity } from './entity'
import styles from './ImportPage.module.css'
import type { IdentifierImport } from './useIdentifierImport'

/** The heading is row 1 of a sheet, and sheets count from 1. */
const HEADING = 2
/** Duplicates that are named. */
const NAMED = 20

interface Props {
  job: IdentifierImport
  onRun: (action: ImportAction) => void
}

/** What would come of the table, and the import itself. */
export function ImportResult({ job, onRun }: Props) {
  const { t } = useTranslation('identifiers')
  const { found, failure, isLoading, isCarrying, progress } = job
  if (isLoading) {
    return (
      <Progress
        percent={Math.round(progress * 100)}
        status="active"
        aria-label={t('import.sending')}
      />
    )
  }
  if (!found?.format && !failure) return null
  const isClean = found !== undefined && found.errors_count === 0
  return (
    <section className={styles.step} aria-live="polite">
      <h2>{t('import.check')}</h2>
      {failure && <Alert type="error" showIcon title={failure} />}
      {found && !isClean && (
        <>
          <Alert
            type="error"
            showIcon
            title={t('import.wrong', { count: found.errors_count })}
            description={t('import.wrongText')}
          />
          <RowErrors errors={found.errors} />
        </>
      )}
      {found && isClean && (
        <>
          <Alert
            type="success"
            showIcon
            title={t('import.clean', { count: found.created, rows: found.rows })}
            description={
              found.duplicates_count > 0 &&
              t('import.duplicates', { count: found.duplicates_count })
            }
          />
          {!job.isKept && <Duplicates job={job} />}
          <div className={styles.buttons}>
            <Button type="primary" loading={isCarrying} onClick={() => onRun('skip')}>
              {t('import.skip', { count: found.created })}
            </Button>
            {found.duplicates.some(({ is_replaceable: is }) => is) && (
              <Button loading={isCarrying} onClick={() => onRun('replace')}>
                {t('import.replace', { count: found.duplicates_count })}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Rows whose number an identifier has already. */
function Duplicates({ job }: { job: IdentifierImport }) {
  const { t } = useTranslation('identifiers')
  const named = (job.found?.duplicates ?? []).slice(0, NAMED)
  return (
    <ul className={styles.hint}>
      {named.map(({ index, existing, is_replaceable: isReplaceable }) => (
        <li key={index}>
          {t('import.row', { row: index + HEADING })}{' '}
          {existing && (
            <Link to={pathsOf(identifiersEntity).edit(existing.id)}>{existing.name}</Link>
          )}{' '}
          {!isReplaceable && t('import.stays')}
        </li>
      ))}
    </ul>
  )
}
