import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Reason, RowErrors } from '@/kit/feedback'
import styles from './ImportPage.module.css'
import type { ImportJob } from './useImport'

interface Props {
  job: ImportJob
  hasFile: boolean
  onRun: (isDryRun: boolean) => void
}

/** Look first; what is wrong, row by row; then the import itself. */
export function ImportResult({ job, hasFile, onRun }: Props) {
  const { t } = useTranslation('users')
  const { verdict, failure, isLoading, progress } = job
  const isClean = verdict !== undefined && verdict.errors.length === 0
  const whyNotLook = !hasFile && t('import.noFile')
  const whyNotMake = whyNotLook || (!isClean && t('import.lookFirst'))
  return (
    <section className={styles.step} aria-live="polite">
      <h2>{t('import.check')}</h2>
      <div className={styles.buttons}>
        <Reason why={whyNotLook}>
          <Button
            type={isClean ? 'default' : 'primary'}
            disabled={Boolean(whyNotLook)}
            loading={isLoading && !isClean}
            onClick={() => onRun(true)}
          >
            {t('import.look')}
          </Button>
        </Reason>
        <Reason why={whyNotMake}>
          <Button
            type={isClean ? 'primary' : 'default'}
            disabled={Boolean(whyNotMake)}
            loading={isLoading && isClean}
            onClick={() => onRun(false)}
          >
            {isClean ? t('import.make', { count: verdict.created }) : t('import.action')}
          </Button>
        </Reason>
      </div>
      {isLoading && (
        <Progress
          percent={Math.round(progress * 100)}
          status="active"
          aria-label={t('import.sending')}
        />
      )}
      {failure && <Alert type="error" showIcon title={failure} />}
      {isClean && (
        <Alert
          type="success"
          showIcon
          title={t('import.clean', { count: verdict.created, rows: verdict.rows })}
        />
      )}
      {verdict && !isClean && (
        <>
          <Alert
            type="error"
            showIcon
            title={t('import.wrong', {
              // A row may have several mistakes.
              count: new Set(verdict.errors.map(({ index }) => index)).size,
            })}
            description={t('import.wrongText')}
          />
          <RowErrors errors={verdict.errors} />
        </>
      )}
    </section>
  )
}
