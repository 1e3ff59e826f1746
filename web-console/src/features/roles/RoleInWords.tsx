import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { usePermissionWords } from '@/kit/permissions'
import { useListPermissionsQuery } from './api'
import { describe } from './inWords'
import styles from './RoleInWords.module.css'

/** What a role can do, in words that a person would use. */
export function RoleInWords({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation('roles')
  const { data, error, refetch } = useListPermissionsQuery()
  const { isReady, nameOf, groupOf } = usePermissionWords()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !isReady) return <Loading title={false} />
  const sentences = describe(data.groups, permissions)
  if (sentences.length === 0) return <p className={styles.nothing}>{t('words.nothing')}</p>
  return (
    <dl className={styles.words}>
      {sentences.map(({ group, isWhole, codes }) => (
        <div key={group}>
          <dt>{groupOf(group)}</dt>
          <dd>
            {isWhole && codes.length > 2 ? (
              t('words.everything')
            ) : (
              <ul>
                {codes.map((code) => (
                  <li key={code}>{nameOf(code)}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
