import { useTranslation } from 'react-i18next'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import { type Group, useGroupTypes } from './api'
import { GroupTypeTag } from './GroupTypeTag'

/** A group in the side drawer of the list. */
export function GroupPreview({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const { data: types } = useGroupTypes()
  const type = types?.items.find(({ id }) => id === group.domain_type_id)
  return (
    <Details
      rows={[
        [t('fields.parent'), group.path.map(({ name }) => name).join(' / ') || t('root')],
        [t('fields.type'), <GroupTypeTag key="type" type={type} />],
        [t('fields.address'), group.logic_address],
        [t('fields.description'), group.description],
        [t('fields.children'), group.children_count],
        [t('fields.below'), group.descendants_count],
        [t('fields.createdBy'), group.created_by_user?.name],
        [t('fields.created'), <ExactTime key="created" value={group.created_at} />],
        [t('fields.updated'), <ExactTime key="updated" value={group.updated_at} />],
      ]}
    />
  )
}
