import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useDownload } from '@/kit/files'
import { Allowed } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { ExactTime } from '@/kit/time'
import { useDeleteBackupMutation, type Backup } from './api'
import styles from './backups.module.css'
import type { Review } from './BackupsPage'
import { isBusy, isUndoable, partsOf, percentOf, stateOf, toneOf } from './state'
import { useEntityName } from './useEntityName'
import type { WorkProgress } from './useLiveBackups'

interface Props {
  backup: Backup
  progress: WorkProgress | undefined
  onReview: (review: Review) => void
}

/** One backup: what it is, how far its work is, what was refused, and what can be done with it. */
export function BackupRow({ backup, progress, onReview }: Props) {
  const { t } = useTranslation('backups')
  const entityName = useEntityName()
  const state = stateOf(backup)
  const parts = partsOf(backup)
  const rows = backup.entities.reduce((sum, { count }) => sum + count, 0)
  const { done, total } = progress ?? backup
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <b>{backup.name}</b>
        <StatusTag tone={toneOf(state)}>{t(`options.states.${state}`)}</StatusTag>
        {!backup.is_own && backup.origin !== 'site' && (
          <StatusTag tone="warning">{t('foreign')}</StatusTag>
        )}
        <ExactTime value={backup.created_at} />
      </div>
      <p className={styles.soft}>
        {t(`options.origins.${backup.origin ?? 'made'}`)}
        {backup.created_by_user && ` · ${backup.created_by_user.name}`}
        {rows > 0 && ` · ${t('rows', { count: rows })}`}
      </p>
      {isBusy(backup) && (
        <Progress
          percent={percentOf(done, total) ?? 0}
          status="active"
          aria-label={t(`options.states.${state}`)}
        />
      )}
      {backup.message && <p className={styles.bad}>{backup.message}</p>}
      {parts.length > 0 && (
        <Lines
          title={t('parts')}
          lines={parts.map(({ name, view }) =>
            t(view === 'none' ? 'noneSeen' : 'partSeen', { entity: entityName(name) }),
          )}
        />
      )}
      {backup.dropped.length > 0 && <Lines title={t('dropped')} lines={backup.dropped} />}
      {backup.apply && backup.apply.refusals_count > 0 && (
        <Lines
          title={t('refused', { count: backup.apply.refusals_count })}
          lines={backup.apply.refusals.map(
            ({ entity, name, message }) => `${entityName(entity)}: ${name}: ${message}`,
          )}
        />
      )}
      {!isBusy(backup) && <Actions backup={backup} onReview={onReview} />}
    </li>
  )
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  return (
    <details>
      <summary>{title}</summary>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

function Actions({ backup, onReview }: Omit<Props, 'progress'>) {
  const { t } = useTranslation('backups')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [save, isSaving] = useDownload()
  const [remove, { isLoading }] = useDeleteBackupMutation()
  const { id, name } = backup
  const isFile = backup.origin === 'file' || backup.origin === 'site'
  const right = isFile ? 'can_apply_backup_file' : 'can_apply_backup'
  const removeAfterAsking = async () => {
    const question = {
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
    }
    if (!(await confirm(question))) return
    const result = await remove({ id })
    if (result.error) alerts.error(errorText(result.error))
  }
  const isReady = backup.status === 'ready'
  return (
    <div className={styles.actions}>
      {isReady && (
        <Allowed need={{ any: [right] }}>
          <Button onClick={() => onReview({ id, name, isUndo: false })}>{t('review')}</Button>
        </Allowed>
      )}
      {isReady && isUndoable(backup) && (
        <Allowed need={{ any: [right] }}>
          <Button onClick={() => onReview({ id, name, isUndo: true })}>{t('undo')}</Button>
        </Allowed>
      )}
      {isReady && (
        <Allowed need={{ any: ['can_download_backup_file'] }}>
          <Button
            loading={isSaving}
            onClick={() =>
              void save(
                `${API_BASE}/backups/${id}/download`,
                `${name}.${backup.origin === 'site' ? 'yaml' : 'zip'}`,
              )
            }
          >
            {t('download')}
          </Button>
        </Allowed>
      )}
      <Allowed need={{ any: ['can_delete_backup'] }}>
        <Button danger loading={isLoading} onClick={() => void removeAfterAsking()}>
          {t('delete.action')}
        </Button>
      </Allowed>
    </div>
  )
}
