import { Modal, Segmented } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { Loading, useConfirm } from '@/kit/feedback'
import { useApplyBackupMutation, useUndoBackupMutation, type BackupPlan } from './api'
import styles from './backups.module.css'
import type { Review } from './BackupsPage'
import { PlanItems } from './PlanItems'
import { writes } from './state'

type Mode = 'merge' | 'replace'

/** What would change, and then the change: nothing is written before it was looked at. */
export default function PlanDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTranslation('backups')
  const errorText = useErrorText()
  const confirm = useConfirm()
  const [mode, setMode] = useState<Mode>('merge')
  const [plan, setPlan] = useState<BackupPlan | undefined>(review.planned?.plan ?? undefined)
  const [refused, setRefused] = useState('')
  const [isWorking, setWorking] = useState(false)
  const [apply] = useApplyBackupMutation()
  const [undo] = useUndoBackupMutation()
  const { id, isUndo } = review

  const call = useCallback(
    (wanted: Mode, hash?: string) =>
      isUndo
        ? undo({ id, body: { plan_hash: hash } })
        : apply({
            id,
            body: {
              mode: wanted,
              entities: [],
              plan_hash: hash,
            },
          }),
    [apply, undo, id, isUndo],
  )
  const load = useCallback(
    async (wanted: Mode) => {
      setPlan(undefined)
      setRefused('')
      const result = await call(wanted)
      if (result.error) setRefused(errorText(result.error))
      else setPlan(result.data.plan ?? undefined)
    },
    [call, errorText],
  )
  const isPlanned = review.planned !== undefined
  useEffect(() => {
    if (!isPlanned) void load('merge')
    // Once: what the mode changes is loaded with it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const run = async () => {
    if (!plan) return
    const removed = plan.counts.reduce((sum, count) => sum + count.delete, 0)
    const question = {
      title: t('apply.title'),
      text: t('apply.text', { count: removed }),
      action: t('apply.action'),
    }
    if (removed > 0 && !(await confirm(question))) return
    setWorking(true)
    const result = await call(mode, plan.plan_hash)
    setWorking(false)
    if (result.error) {
      setRefused(errorText(result.error))
      return
    }
    alerts.success(t('apply.begun'))
    onClose()
  }
  return (
    <Modal
      open
      width={760}
      title={t(isUndo ? 'plan.undoTitle' : 'plan.title', { name: review.name })}
      okText={t('apply.action')}
      okButtonProps={{ disabled: !plan || !writes(plan), loading: isWorking }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className={styles.plan}>
        {!isUndo && (
          <Segmented<Mode>
            value={mode}
            aria-label={t('plan.mode')}
            options={(['merge', 'replace'] as const).map((value) => ({
              value,
              label: t(`options.modes.${value}`),
            }))}
            onChange={(value) => {
              setMode(value)
              void load(value)
            }}
          />
        )}
        <p className={styles.soft}>{t(isUndo ? 'plan.undoNote' : `options.modeNotes.${mode}`)}</p>
        {refused && (
          <p className={styles.bad} role="alert">
            {refused}
          </p>
        )}
        {!plan && !refused && <Loading />}
        {plan && <PlanItems plan={plan} />}
      </div>
    </Modal>
  )
}
