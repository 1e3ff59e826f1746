import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, useConfirm } from '@/kit/feedback'
import { Panel } from '@/kit/page'
import { Allowed } from '@/kit/permissions'
import { ExactTime } from '@/kit/time'
import { useDrift, useManaged, useReleaseSiteMutation } from './api'
import styles from './backups.module.css'
import { DriftItems } from './DriftItems'

/** What a file manages, and what was changed by hand since it was applied. Nothing where there is no file. */
export function ManagedPart() {
  const { t } = useTranslation('backups')
  const { data: managed } = useManaged()
  const [isOpen, setOpen] = useState(false)
  if (!managed?.applied_at) return null
  return (
    <div className={styles.managed}>
      <Panel
        title={t('managed.title')}
        extra={
          <Allowed need={{ any: ['can_apply_backup_file'] }}>
            <ReleaseButton />
          </Allowed>
        }
      >
        <p className={styles.soft}>
          {managed.project
            ? t('managed.project')
            : t('managed.groups', { count: managed.group_ids.length })}{' '}
          {t('managed.applied')} <ExactTime value={managed.applied_at} />
          {managed.applied_by_user && ` · ${managed.applied_by_user.name}`}
        </p>
        {isOpen ? (
          <Drift />
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>{t('managed.compare')}</Button>
          </div>
        )}
      </Panel>
    </div>
  )
}

/** The whole project is read for it: a person asks for it. */
function Drift() {
  const { t } = useTranslation('backups')
  const { data, error, isFetching, refetch } = useDrift()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('managed.again')}
        </Button>
      </div>
      {data?.plan && !isFetching && <DriftItems plan={data.plan} />}
    </>
  )
}

function ReleaseButton() {
  const { t } = useTranslation('backups')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [release, { isLoading }] = useReleaseSiteMutation()
  const releaseAfterAsking = async () => {
    const question = {
      title: t('managed.release.title'),
      text: t('managed.release.text'),
      action: t('managed.release.action'),
    }
    if (!(await confirm(question))) return
    const result = await release()
    if (result.error) alerts.error(errorText(result.error))
  }
  return (
    <Button size="small" loading={isLoading} onClick={() => void releaseAfterAsking()}>
      {t('managed.release.action')}
    </Button>
  )
}
