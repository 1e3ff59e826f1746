import { Progress as Bar } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './import.module.css'
import { shareOf, useImportProgress } from './progress'

interface Props {
  token: string
  /** Of the file, from 0 to 1. */
  sent: number
}

/** How far it is: the sending first, then what the server tells of its work. */
export function Progress({ token, sent }: Props) {
  const { t, i18n } = useTranslation('structure')
  const progress = useImportProgress(token)
  const key = `options.phases.${progress?.phase}`
  const known = progress && i18n.exists(key, { ns: 'structure' })
  const text = progress
    ? t(known ? (key as 'options.phases.groups') : 'import.working')
    : sent < 1
      ? t('import.sending')
      : t('import.working')
  const share = progress ? shareOf(progress) : sent
  return (
    <div className={styles.progress} role="status">
      <span>
        {text}
        {progress && progress.total > 0 && (
          <span className="tabular">
            {' '}
            {progress.done} / {progress.total}
          </span>
        )}
      </span>
      <Bar
        percent={Math.round(share * 100)}
        showInfo={false}
        status="active"
        strokeColor="var(--primary)"
        aria-label={text}
      />
    </div>
  )
}
