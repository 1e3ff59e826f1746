import { useTranslation } from 'react-i18next'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import type { Role } from './api'
import { RoleInWords } from './RoleInWords'

/** A role in the side drawer of the list. */
export function RolePreview({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  return (
    <>
      <Details
        rows={[
          [t('fields.description'), role.description],
          [t('fields.users'), role.users_count],
          [t('fields.available'), role.available_roles.map(({ name }) => name).join(', ')],
          [t('fields.createdBy'), role.created_by_user?.name],
          [t('fields.updated'), <ExactTime key="updated" value={role.updated_at} />],
        ]}
      />
      <br />
      <h2>{t('words.title')}</h2>
      <RoleInWords permissions={role.permissions} />
    </>
  )
}
