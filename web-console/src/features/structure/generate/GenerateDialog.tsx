import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Form, Modal } from 'antd'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import type { GroupKind } from '@/features/group-types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Reason } from '@/kit/feedback'
import { useSavePlan } from '../api'
import styles from './generate.module.css'
import { GenerateFields } from './GenerateFields'
import { PlanTree } from './PlanTree'
import {
  generateSchema,
  groupsOf,
  levelsIn,
  startIn,
  type GenerateForm,
  type GenerateValues,
} from './schema'
import { usePlan } from './usePlan'

interface Props {
  group: Ref
  /** What the group is in an address. */
  kind: GroupKind | undefined
  onClose: () => void
}

/** Buildings, entrances, floors and apartments in bulk: numbers at the left, the plan at the right. */
export function GenerateDialog({ group, kind, onClose }: Props) {
  const { t } = useTranslation(['structure', 'common'])
  const form = useForm<GenerateForm, unknown, GenerateValues>({
    resolver: zodResolver(generateSchema),
    defaultValues: startIn(kind),
    mode: 'onChange',
  })
  const values = useWatch({ control: form.control }) as GenerateForm
  const plan = usePlan(group.id, values)
  const saving = useSaving(group, onClose)
  const isNowhere = levelsIn(kind).length === 0
  const why = reasonNotToSave()

  function reasonNotToSave(): string | false {
    if (isNowhere) return t('generate.nowhere')
    if (!form.formState.isValid) return t('generate.fixFields')
    if (plan.error) return t('generate.noPlan')
    if (plan.isStale || plan.items.length === 0) return t('generate.planning')
    const obstacles = plan.counts?.obstacles ?? 0
    if (obstacles > 0) return t('generate.obstacles', { count: obstacles })
    return plan.items.some(({ name }) => name.trim() === '') && t('generate.unnamed')
  }
  return (
    <Modal
      open
      width={900}
      title={t('generate.title', { name: group.name })}
      onCancel={onClose}
      footer={
        <div className={styles.footer}>
          <span role="status">{t('generate.sum', { count: groupsOf(values) })}</span>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Reason why={why}>
            <Button
              type="primary"
              disabled={Boolean(why)}
              loading={saving.isSaving}
              onClick={() => void saving.save(plan.items)}
            >
              {t('generate.save')}
            </Button>
          </Reason>
        </div>
      }
    >
      <FormProvider {...form}>
        <Form layout="vertical" component={false}>
          <div className={styles.columns}>
            {isNowhere ? <p>{t('generate.nowhere')}</p> : <GenerateFields kind={kind} />}
            <section className={styles.plan} aria-label={t('generate.preview')}>
              {plan.error ? (
                <ErrorState error={plan.error} onRetry={plan.retry} />
              ) : (
                <PlanTree
                  items={plan.items}
                  counts={plan.counts}
                  isStale={plan.isStale}
                  onRename={plan.rename}
                />
              )}
            </section>
          </div>
        </Form>
      </FormProvider>
    </Modal>
  )
}

function useSaving(group: Ref, onClose: () => void) {
  const { t } = useTranslation('structure')
  const errorText = useErrorText()
  const [savePlan, isSaving] = useSavePlan(group.id)
  const save = async (items: Parameters<typeof savePlan>[0]) => {
    try {
      const { created } = await savePlan(items)
      alerts.success(t('generate.done', { count: created, name: group.name }))
      onClose()
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return { save, isSaving }
}
