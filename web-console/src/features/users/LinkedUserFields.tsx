import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { FieldGrid, typedFields } from '@/kit/form'
import type { UserForm } from './schema'
import { userSource } from './userSources'

const F = typedFields<UserForm>()

interface Props {
  /** Nobody is linked with themselves. */
  userId: Id | undefined
  readOnly: string | false
}

/** Users who belong together; the link holds both ways. */
export function LinkedUserFields({ userId, readOnly }: Props) {
  const { t } = useTranslation('users')
  return (
    <FieldGrid title={t('fields.linked_users')} text={t('sections.linkedText')}>
      <F.Ref
        name="linked_users"
        label={t('fields.linked_users')}
        source={userSource}
        isMultiple
        isWide
        exclude={userId === undefined ? undefined : [userId]}
        disabled={readOnly}
      />
    </FieldGrid>
  )
}
