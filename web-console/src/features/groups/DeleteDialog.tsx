import { Button, Flex, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
import { useDeleteGroupMutation, useListGroupDependentsQuery, type GroupDependent } from './api'
import styles from './DeleteDialog.module.css'

interface Props {
  group: Ref
  onClose: () => void
  onDeleted?: () => void
}

/** Where a thing that depends on a group is edited. */
const PATHS: Record<string, string> = {
  domains: '/groups',
  users: '/users',
  devices: '/devices',
  'forward-rules': '/forward-rules',
  amenities: '/amenities',
  integrations: '/integration',
  'mail-templates': '/mail-templates',
}

/** Deletes a group; while something depends on it, names that instead. */
export function DeleteDialog({ group, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const errorText = useErrorText()
  const { data, error, refetch } = useListGroupDependentsQuery({ id: group.id })
  const [remove, { isLoading }] = useDeleteGroupMutation()
  const dependents = data?.items.filter(({ goes_along }) => !goes_along) ?? []
  const along = data?.items.filter(({ goes_along }) => goes_along) ?? []

  const erase = async () => {
    try {
      await remove({ id: group.id }).unwrap()
      alerts.success(t('removal.done', { count: 1 }))
      onClose()
      onDeleted?.()
    } catch (failure) {
      // Somebody may have put something into it meanwhile.
      alerts.error(errorText(failure))
      void refetch()
    }
  }
  return (
    <Modal
      open
      width={dependents.length + along.length > 0 ? 600 : 420}
      title={t('removal.title', { count: 1, name: group.name })}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Reason why={dependents.length > 0 && t('removal.depended')}>
            <Button
              type="primary"
              danger
              disabled={!data || dependents.length > 0}
              loading={isLoading}
              onClick={() => void erase()}
            >
              {t('common:delete')}
            </Button>
          </Reason>
        </Flex>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading title={false} paragraph={{ rows: 2 }} />}
      {data && dependents.length === 0 && (
        <p>{along.length > 0 ? t('removal.finalAlong') : t('removal.final')}</p>
      )}
      {dependents.length > 0 && (
        <>
          <p>{t('removal.depended')}</p>
          {dependents.map((dependent) => (
            <Dependents key={dependent.resource} dependent={dependent} />
          ))}
        </>
      )}
      {along.length > 0 && (
        <>
          <p className={styles.along}>{t('removal.goesAlong')}</p>
          {along.map((dependent) => (
            <Dependents key={dependent.resource} dependent={dependent} />
          ))}
        </>
      )}
    </Modal>
  )
}

function Dependents({ dependent }: { dependent: GroupDependent }) {
  const { t } = useTranslation('groups')
  const { resource, count, items } = dependent
  const path = PATHS[resource]
  const more = count - items.length
  return (
    <section className={styles.dependents}>
      <h2>{t(`options.dependents.${resource as 'users'}`, { count })}</h2>
      <ul>
        {items.map(({ id, name }) => (
          <li key={id}>{path ? <Link to={`${path}/${id}/edit`}>{name}</Link> : name}</li>
        ))}
        {more > 0 && <li className={styles.more}>{t('removal.more', { count: more })}</li>}
      </ul>
    </section>
  )
}
