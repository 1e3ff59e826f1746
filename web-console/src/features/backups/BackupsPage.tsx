import { DatabaseOutlined } from '@ant-design/icons'
import { Pagination } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { Allowed } from '@/kit/permissions'
import { useBackups, type ApplyBackupResponse } from './api'
import { BackupRow } from './BackupRow'
import styles from './backups.module.css'
import { MakeBackup } from './MakeBackup'
import { ManagedPart } from './ManagedPart'
import { UploadBackup } from './UploadBackup'
import { useLiveBackups } from './useLiveBackups'

const PlanDialog = lazy(() => import('./PlanDialog'))
const SIZE = 20

/** What is reviewed: of which backup, and whether to undo what it did. */
export interface Review {
  id: number
  name: string
  isUndo: boolean
  /** A plan that is there already. */
  planned?: ApplyBackupResponse
}

/** Backups of the project: made, reviewed, applied, undone. */
export default function BackupsPage() {
  const { t } = useTranslation('backups')
  const [page, setPage] = useState(1)
  const [review, setReview] = useState<Review>()
  const progress = useLiveBackups()
  const { data, error, refetch } = useBackups(page, SIZE)
  const actions = (
    <>
      <Allowed need={{ any: ['can_apply_backup_file'] }}>
        <UploadBackup onPlanned={setReview} />
      </Allowed>
      <Allowed need={{ any: ['can_create_backup'] }}>
        <MakeBackup entities={data?.entities ?? []} />
      </Allowed>
    </>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={actions}>
      <ManagedPart />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.total === 0 && (
        <EmptyState icon={DatabaseOutlined} title={t('none')} text={t('noneText')} />
      )}
      {data && data.total > 0 && (
        <ul className={styles.list}>
          {data.items.map((backup) => (
            <BackupRow
              key={backup.id}
              backup={backup}
              progress={progress[backup.id]}
              onReview={setReview}
            />
          ))}
        </ul>
      )}
      <Pagination
        hideOnSinglePage
        current={page}
        pageSize={SIZE}
        total={data?.total ?? 0}
        showSizeChanger={false}
        onChange={setPage}
      />
      {review && (
        <Suspense>
          <PlanDialog key={review.id} review={review} onClose={() => setReview(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
